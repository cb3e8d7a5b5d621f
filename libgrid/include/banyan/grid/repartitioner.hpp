// Changes the partition of a running program when the speeds of its ranks have changed.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "banyan/grid/distributed_array.hpp"
#include "banyan/grid/halo_layout.hpp"
#include "banyan/grid/repartition_policy.hpp"
#include "banyan/net/group.hpp"

namespace banyan::grid {

namespace detail {

/// What a rank tells the others of its iterations since the last observation.
struct observed_times {
    double compute_s;    // of an iteration, without outliers
    double iteration_s;  // mean, waiting included
    double move_s;       // of the last move; 0 without one
    double decision_s;   // mean of the decisions so far
};

}  // namespace detail

/// One repartition of a run.
struct repartition_record {
    std::int64_t iteration;  ///< after this number of iterations
    std::string way;
    std::int64_t moved_cells;
    double expected_gain_s;  ///< of one iteration
    double expected_move_s;
    double move_s;  ///< measured, of the slowest rank; 0 until the next observation
    part::partition parts;
    std::int64_t every;  ///< iterations between two observations when it was decided
};

/// Watches the compute times of all ranks and decides when all of them change to another partition, and to which one
/// (repartition_policy). Every k-th iteration each rank sends its times to all others, and k / 2 iterations later
/// (rounded down) all decide. Ranks that wait only for their neighbours can be some iterations apart; if they used the
/// times at once, each rank would wait for all others. With k = 1, and in groups of more than 64 ranks, where each rank
/// would need connections to all others, an allgather exchanges the times and they are used at once. All ranks make the
/// same decision from the same numbers, so the decision itself needs no message. A time is the trimmed_mean() of
/// samples. A sample is the mean over successive iterations that together took 50 ms or more: a host that runs two
/// programs gives each of them a few milliseconds at a time, so single short iterations do not show its load.
///
///     auto layout = std::make_shared<const halo_layout>(parts, world.rank().value, pattern);
///     distributed_array<double> now(world, layout);
///     repartitioner partitions(world, layout, pattern, {.iterations = n});
///     for (std::int64_t i = 0; i < n; ++i) {
///         ...  // one iteration, of which the computation took compute_s
///         if (partitions.iterated(compute_s)) now = partitions.moved(now);
///     }
///
/// All calls are collective, in the same order as the other collective calls of the program. The old array is complete
/// until moved() returns, so a move that fails does not change it. The results of a program do not depend on
/// repartitions. Used by one thread. Borrows the mailbox of the group.
class repartitioner {
  public:
    /// Sends a few messages and copies 4 MiB to measure what moving costs, unless the group has one rank. `layout` is
    /// that of the arrays at the start. `bytes_per_cell`: of all arrays that move together, 1 .. 2^30. Throws
    /// part::error as repartition_policy, and if group and partition have different numbers of ranks; net::error as
    /// net::barrier does.
    repartitioner(const net::group& tasks, std::shared_ptr<const halo_layout> layout, const part::stencil& pattern,
                  const repartition_settings& settings, std::int64_t bytes_per_cell = 8, net::deadline until = {});

    /// The rank has ended an iteration, of which its own computation took `compute_s` >= 0 seconds. True if all arrays
    /// must be moved to layout() now, before the next iteration. Blocks only where it decides. Throws part::error for
    /// another time, and if the arrays have not been moved since it was true; net::error as net::wait_all and
    /// net::allgather do.
    [[nodiscard]] bool iterated(double compute_s, net::deadline until = {}) { return ended_round(1, compute_s, until); }
    /// The same after a round of a deep halo (halo_round.hpp): `steps` >= 1 iterations, for which the rank has computed
    /// `compute_s` seconds together. All ranks give the same steps. The new layout has the depth of the old one.
    [[nodiscard]] bool ended_round(std::int64_t steps, double compute_s, net::deadline until = {});

    /// The present layout of this rank; after iterated() was true, the new one.
    [[nodiscard]] const std::shared_ptr<const halo_layout>& layout() const { return layout_; }
    /// The values of the array in the present layout. Its halo is filled with `fill`, so the program exchanges it and,
    /// on an open grid, sets the cells beyond the edges again. The time counts as time of moving.
    template <class T>
    [[nodiscard]] distributed_array<T> moved(const distributed_array<T>& array, T fill = {}, net::deadline until = {}) {
        must_move_ = false;
        const auto begin = std::chrono::steady_clock::now();
        auto result = array.redistributed(layout_, fill, until);
        last_ = last_iteration_ = std::chrono::steady_clock::now();
        move_s_ += std::chrono::duration<double>(last_ - begin).count();
        return result;
    }

    /// The repartitions so far.
    [[nodiscard]] std::span<const repartition_record> history() const { return history_; }
    /// Iterations between two observations at present.
    [[nodiscard]] std::int64_t every() const { return every_; }
    /// The group in which the ranks exchange their times: a duplicate of the given one. A program that continues after
    /// a failure revokes it before net::shrink of the given group, and sends no messages in it.
    [[nodiscard]] const net::group& tasks() const { return tasks_; }

  private:
    /// An exchange of the times that is under way. Without requests it is an allgather when the ranks decide. The
    /// requests are the last member, so that they end before the memory that they use.
    struct observation {
        std::vector<detail::observed_times> of_ranks;
        std::int64_t decided_after = 0;  // so many iterations
        std::vector<net::request> requests{};
    };

    void start_observation();
    bool finish_observation(net::deadline until);
    [[nodiscard]] std::int64_t iterations_in_advance() const;
    void send_times();
    void use(std::span<const detail::observed_times> of_ranks);
    void forget_samples();
    void decide(std::span<const double> times);
    [[nodiscard]] double mean_decision_s() const;
    void choose_interval(double iteration_s, double decision_s);
    void add_time(std::int64_t iterations, double compute_s);
    void end_sample();

    net::group tasks_;
    std::shared_ptr<const halo_layout> layout_;
    part::stencil pattern_;
    repartition_settings settings_;
    std::int64_t every_;
    double exchange_s_ = 0;  // of the times, if the ranks wait for it; measured at the start
    repartition_policy policy_;
    double decisions_s_ = 0;  // time of all decisions
    std::int64_t decisions_ = 0;
    std::int64_t iteration_ = 0;
    std::int64_t since_observation_ = 0;  // iterations since the last one started
    std::vector<double> samples_;         // compute times of an iteration since the last observation
    double sample_sum_s_ = 0;             // of the present sample
    std::int64_t sample_iterations_ = 0;
    std::chrono::steady_clock::time_point sample_start_{};
    double move_s_ = 0;  // of the last move, until it is exchanged
    // Later by the time that was spent on observations and moves since then.
    std::chrono::steady_clock::time_point last_{};            // start of an observation, or a move
    std::chrono::steady_clock::time_point last_iteration_{};  // its end
    std::unique_ptr<observation> under_way_;
    std::vector<repartition_record> history_;
    bool must_move_ = false;  // iterated() was true, and moved() has not been called since
};

}  // namespace banyan::grid
