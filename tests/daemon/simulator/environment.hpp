// Shared by all parts of a simulation: clock, random numbers, scenario, and the check of the guarantees.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <utility>

#include "daemon/coordinator/run_clock.hpp"
#include "guarantees.hpp"
#include "scenario.hpp"

namespace banyan::daemon::simulation {

class environment {
    static constexpr nanoseconds shortest_delay = 1000;

  public:
    explicit environment(std::uint64_t seed) : random(seed), plan(scenario::from(random)), book(plan) {
        run_clock::stands_still = true;
        run_clock::ahead = 0;
    }

    /// Calls `event` after this delay in virtual time.
    void after(nanoseconds delay, std::function<void()> event) {
        clock.after(delay, [this, event = std::move(event)] {
            run_clock::ahead =
                std::chrono::duration_cast<run_clock::duration>(std::chrono::nanoseconds(clock.now())).count();
            event();
        });
    }
    /// The delay of a message or of a step of a process. Some delays are much longer than others.
    nanoseconds delay() {
        const auto usual = shortest_delay + random.log_uniform(plan.most_latency);
        return random.one_in(100) ? usual * 20 : usual;
    }
    template <class... Args>
    void say(fmt::format_string<Args...> text, Args&&... args) const {
        if (!telling) return;
        fmt::print("{:12.6f} {}\n", static_cast<double>(clock.now()) / 1e9,
                   fmt::format(text, std::forward<Args>(args)...));
    }

    dice random;
    const scenario plan;
    net::simulation::virtual_clock clock;
    guarantees book;
    bool telling = false;
    std::function<void(int kind)> delivered;  ///< called after each message that a coordinator has taken
};

}  // namespace banyan::daemon::simulation
