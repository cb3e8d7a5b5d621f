// When a rank exchanges its boundaries if global synchronization happens only every R-th iteration.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <thread>

#include "banyan/grid/compute_time_estimate.hpp"

namespace banyan::grid {

/// The self-synchronization scheme of Marinescu & Rice 1991, section 3.5. In an iteration a rank computes, defers its
/// exchange of boundaries until E + Delta after the start of the iteration, when all ranks are expected to have
/// computed, and then exchanges. If the boundaries of its neighbours arrive before, it exchanges immediately. In every
/// R-th iteration a global synchronization replaces the deferral.
///
///     self_synchronization sync(world.size(), 10);
///     for (...) {
///         sync.start();
///         next.expect_exchange(sync.iteration());
///         compute(now, next);
///         sync.computed();
///         if (sync.global_is_due()) barrier(world);
///         else sync.defer_by([&](auto until) { return next.wait_expected(until); });
///         next.start_exchange(sync.iteration());
///         next.finish_exchange();
///         std::swap(now, next);
///     }
///
/// E is the mean of the rank's own compute times. Delta is their standard deviation times the mean of the largest of p
/// standard normal variables (part::normal_imbalance). Both follow the program (compute_time_estimate). If the estimate
/// is too small, finish_exchange() waits; the result never depends on it, because boundaries carry the number of their
/// iteration. No messages of its own; used by one thread.
class self_synchronization {
  public:
    using clock = std::chrono::steady_clock;

    /// `ranks` >= 1 take part; global synchronization in every `every`-th iteration, >= 1; `memory` as in
    /// compute_time_estimate. Throws part::error.
    self_synchronization(int ranks, std::int64_t every, int memory = 100);

    /// An iteration begins, at the present time or at a given one.
    void start(clock::time_point now = clock::now());
    /// The rank has computed its cells.
    void computed(clock::time_point now = clock::now());
    /// Waits until exchange_time(), or until all boundaries of the neighbours have arrived. Calls `wait(until)` once,
    /// with exchange_time(): it blocks and returns true as soon as they have arrived, or false at that time. Returns
    /// its result. A trace of the program shows the wait as blocked, if `wait` blocks in the library.
    template <std::predicate<clock::time_point> Wait>
    bool defer_by(Wait wait) {
        return wait(exchange_time());
    }
    /// The same without a call that blocks: waits until exchange_time(), or until `arrived()` is true. `arrived` is
    /// called repeatedly and should make progress with the messages. Between two calls the thread yields its core.
    /// Returns true if the boundaries have arrived before exchange_time(). `present` is the clock, for tests.
    template <std::predicate Arrived, std::invocable Clock>
    bool defer(Arrived arrived, Clock present) {
        for (;;) {
            if (arrived()) return true;
            if (present() >= exchange_time()) return false;
            std::this_thread::yield();
        }
    }
    template <std::predicate Arrived>
    bool defer(Arrived arrived) {
        return defer(arrived, &clock::now);
    }

    /// The number of the present iteration; the first is 1.
    [[nodiscard]] std::int64_t iteration() const { return iteration_; }
    /// True in every R-th iteration.
    [[nodiscard]] bool global_is_due() const { return iteration_ % every_ == 0; }
    /// E + Delta after the start of the iteration. The start itself while fewer than two iterations have been seen.
    [[nodiscard]] clock::time_point exchange_time() const;
    [[nodiscard]] double expected_s() const { return estimate_.mean(); }              ///< E
    [[nodiscard]] double bound_s() const { return factor_ * estimate_.deviation(); }  ///< Delta

  private:
    std::int64_t every_;
    double factor_;
    compute_time_estimate estimate_;
    std::int64_t iteration_ = 0;
    clock::time_point start_{};
};

}  // namespace banyan::grid
