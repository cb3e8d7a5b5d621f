// One scenario from its seed to its end: hosts, a command, and several coordinators, one at a time.
#pragma once

#include "simulated_command.hpp"
#include "simulated_coordinator.hpp"
#include "simulated_host.hpp"

namespace banyan::daemon::simulation {

class simulation {
  public:
    explicit simulation(std::uint64_t seed);
    ~simulation();
    simulation(const simulation&) = delete;
    simulation& operator=(const simulation&) = delete;
    /// Throws violation if a guarantee is broken.
    void run();
    /// Prints every event from now on.
    void tell() { env_.telling = true; }
    [[nodiscard]] const environment& world() const { return env_; }
    [[nodiscard]] std::size_t crashes() const { return dead_.size(); }

  private:
    void start_coordinator();
    void die(std::size_t number);
    void lose_hosts(std::size_t number, nanoseconds down_for);
    void lose_host(std::uint32_t number);
    void reach_later(std::uint32_t host, nanoseconds delay);
    void reach(std::uint32_t host);
    void reach_by_command();
    void plan_events();
    void tick();
    [[nodiscard]] bool is_over() const;
    simulated_host& host(std::uint32_t number) { return *hosts_.at(number - 1); }

    environment env_;
    kept_by_keeper kept_;
    std::vector<std::unique_ptr<simulated_host>> hosts_;
    simulated_command command_;
    std::vector<std::unique_ptr<simulated_coordinator>> dead_;
    std::unique_ptr<simulated_coordinator> coordinator_;
    std::size_t started_ = 0, messages_ = 0;
    nanoseconds tick_ = 0;
    std::uint64_t steps_at_tick_ = 0;
    std::map<std::uint32_t, nanoseconds> late_;
};

}  // namespace banyan::daemon::simulation
