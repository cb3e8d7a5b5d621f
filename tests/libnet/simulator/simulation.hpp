// One scenario from its seed to its end: programs and faults, rest, a burst that needs all credit, and the end of the
// tasks.
#pragma once

#include "simulated_task.hpp"

namespace banyan::net::simulation {

class simulation {
  public:
    explicit simulation(std::uint64_t seed);
    /// Throws violation if the protocol breaks a guarantee, and error if it rejects what another protocol has sent.
    void run();
    /// Prints every operation from now on.
    void tell() { book_.tell(); }
    [[nodiscard]] const ledger& book() const { return book_; }
    [[nodiscard]] const virtual_clock& clock() const { return clock_; }
    [[nodiscard]] const scenario& world() const { return world_; }

  private:
    void plan_faults();
    void plan_revocation();
    void settle();
    void burst_ahead();
    void receive_late();
    void rest();
    void check_credit();
    simulated_task& task(std::size_t index) { return *tasks_[index]; }
    [[nodiscard]] static task_id id(std::size_t index) { return task_id{static_cast<std::uint32_t>(index + 1)}; }

    dice random_;
    scenario world_;
    virtual_clock clock_;
    ledger book_;
    network network_;
    std::vector<std::unique_ptr<simulated_task>> tasks_;
};

}  // namespace banyan::net::simulation
