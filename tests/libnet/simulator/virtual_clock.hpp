// Virtual time. It advances only from event to event.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

namespace banyan::net::simulation {

using nanoseconds = std::uint64_t;

class virtual_clock {
  public:
    [[nodiscard]] nanoseconds now() const { return now_; }
    /// Events of the same time happen in the order of their calls of after().
    void after(nanoseconds delay, std::function<void()> event) {
        events_.emplace(std::pair(now_ + delay, next_number_++), std::move(event));
    }
    /// Runs the next event. Returns false if there is none.
    bool step() {
        if (events_.empty()) return false;
        auto first = events_.extract(events_.begin());
        now_ = first.key().first;
        ++steps_;
        first.mapped()();
        return true;
    }
    /// The number of events so far. It is finer than now().
    [[nodiscard]] std::uint64_t steps() const { return steps_; }

  private:
    nanoseconds now_ = 0;
    std::uint64_t next_number_ = 0, steps_ = 0;
    std::map<std::pair<nanoseconds, std::uint64_t>, std::function<void()>> events_;
};

}  // namespace banyan::net::simulation
