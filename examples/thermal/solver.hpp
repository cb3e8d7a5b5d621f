// Heat conduction on a torus, distributed over a group by a partition: the temperature of one column is fixed, and
// every other cell becomes the mean of its four neighbours (Jacobi iteration).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "banyan/grid/distributed_array.hpp"
#include "banyan/grid/halo_round.hpp"
#include "banyan/grid/repartitioner.hpp"
#include "banyan/part/speeds.hpp"
#include "examples/thermal/halo_depth_choice.hpp"
#include "examples/thermal/kernel.hpp"
#include "examples/thermal/synchronization.hpp"

namespace thermal {

/// The temperature of the fixed column.
inline constexpr double fixed_temperature = 100.0;
/// The column with the fixed temperature.
constexpr std::int64_t fixed_column(std::int64_t cols) {
    return cols / 2;
}
/// The temperature of a cell before the first iteration, 0 to 50. Cells differ, so that an error in any direction
/// changes the result.
double first_temperature(std::int64_t row, std::int64_t col, std::int64_t cols);

/// A number that depends on every bit of the value and on the position of the cell. The checksum of a field is the sum
/// of these numbers modulo 2^64, so it does not depend on the partition.
std::uint64_t checksum_term(std::int64_t row, std::int64_t col, double value);

/// The time that one rank spent, in seconds.
struct rank_time {
    double compute_s = 0;
    double wait_s = 0;  ///< starting and finishing the exchange; with self-synchronization also deferring it
    double test_s = 0;  ///< global synchronization in convergence tests
};

/// The part of the field that one rank stores. All calls except spent() are collective.
class solver {
  public:
    /// `parts` is a partition of a torus with one processor per rank; `depth` that of the halo.
    /// Throws part::error and net::error.
    solver(const banyan::net::group& world, const banyan::part::partition& parts, variant work, int depth = 1);

    /// One iteration. The exchange overlaps with the computation of the inner cells.
    void iterate() { iterate_with({}); }
    /// The same, with a convergence test after the computation. Returns the largest change of a cell of all ranks.
    double iterate(convergence_test& test);
    /// One iteration of the self-synchronization scheme: computation, convergence test (if it is due) or deferral, then
    /// the exchange of boundaries. Returns the largest change if the test was due, else `before`. Not mixed with the
    /// other forms.
    double iterate(convergence_test& test, banyan::grid::self_synchronization& sync, double before);
    /// One round: `steps` iterations, 1 .. the depth of the halo, with one exchange; block by block in the cache. Calls
    /// after_computing() at the end, if there is one. Rounds and single iterations may follow each other in any order.
    void iterate_round(int steps, const std::function<void()>& after_computing = {});
    /// The same, with a convergence test after the last iteration, as iterate().
    double iterate_round(int steps, convergence_test& test);
    [[nodiscard]] const rank_time& spent() const { return spent_; }
    /// Moves the field to the layout of the repartitioner.
    void move_with(banyan::grid::repartitioner& partitions);
    [[nodiscard]] const std::shared_ptr<const banyan::grid::halo_layout>& layout() const { return layout_; }
    /// The checksum of the field, the same on every rank and for every partition.
    [[nodiscard]] std::uint64_t checksum() const;
    /// The whole field on rank 0, row-major; empty elsewhere.
    [[nodiscard]] std::vector<double> gather() const { return now_.gather(); }

  private:
    void fill();
    void iterate_with(const std::function<void()>& after_computing);
    [[nodiscard]] double own_change() const;
    double test_change(convergence_test& test);
    void compute(std::span<const banyan::grid::region> cells, bool exchanging);
    void compute_rows(const banyan::grid::region& cells);
    void set_fixed_column(const banyan::grid::region& cells);
    static const banyan::part::stencil& pattern();
    const banyan::grid::halo_round& round_of(int steps);
    void compute_steps(std::span<const std::vector<banyan::grid::region>> steps, int count, bool exchanging);
    void compute_cells(const banyan::grid::distributed_array<double>& from, banyan::grid::distributed_array<double>& to,
                       const banyan::grid::region& cells);

    banyan::net::group world_;
    variant work_;
    std::int64_t fixed_column_;
    std::shared_ptr<const banyan::grid::halo_layout> layout_;
    banyan::grid::distributed_array<double> now_;
    banyan::grid::distributed_array<double> next_;
    std::vector<std::optional<banyan::grid::halo_round>> rounds_;  // by the number of their steps
    rank_time spent_;
    bool halo_is_complete_ = false;  // before the first iteration of the self-synchronization scheme
};

/// What to compute.
struct problem {
    std::int64_t rows = 512;
    std::int64_t cols = 512;
    std::string method = "contiguous_row";
    std::vector<double> speeds;  ///< relative, one per rank; empty: all equal
    variant work = variant::flops_10;
    std::int64_t iterations = 100;
    std::int64_t warm_up = 0;  ///< iterations before them, whose time is not measured
    synchronization sync = synchronization::neighbours;
    std::int64_t every = 1;                  ///< R: convergence test and global synchronization in every R-th iteration
    int halo_depth = 1;                      ///< exchange before every halo_depth-th iteration only; 0: choose_depth()
    std::optional<network_times> network{};  ///< for choose_depth(); else it measures the network
    /// If given, this partition is used, and method and speeds are not read. Of a torus, one processor per rank.
    std::optional<banyan::part::partition> parts{};
    /// How the partition changes while the program runs (grid::repartition_settings::way); empty: it does not.
    std::string rebalance{};
    std::int64_t rebalance_every = 0;  ///< iterations between two observations; 0: chosen by the repartitioner
    /// For tests: the compute time of a rank in an iteration (from 0) that the repartitioner gets in place of the
    /// measured one. Arguments: rank, iteration, cells of the rank.
    std::function<double(int, std::int64_t, std::int64_t)> pretended_s{};
};

/// The result of a run. Times are those of the whole group, in seconds.
struct outcome {
    std::uint64_t checksum = 0;
    double total_s = 0;       ///< from the barrier before the first measured iteration to the end on the last rank
    double started_at_s = 0;  ///< of the first measured iteration, since 1970, by the clock of this rank
    double median_iteration_s = 0;    ///< median time from the end of one iteration on the last rank to the next end
    std::vector<rank_time> of_ranks;  ///< sums over all iterations, in rank order; on rank 0 only
    std::vector<std::int64_t> cells;  ///< cells of each rank at the end
    std::vector<double> field;        ///< whole grid on rank 0 if asked for, else empty
    double largest_change = 0;        ///< of a cell in the last iteration with a convergence test; 0 without one
    double expected_s = 0;            ///< self-synchronization: E and Delta at the end, means over the ranks
    double bound_s = 0;
    depth_choice halo{};                                           ///< its depth; the rest only if it was chosen
    std::optional<banyan::part::partition> start{};                ///< the partition at the start
    std::vector<banyan::grid::repartition_record> repartitions{};  ///< of the whole run, warm-up included
};

/// The partition that `what` describes, for this number of tasks; the same on every rank. Throws part::error.
banyan::part::partition partition_for(const problem& what, int tasks);

/// Solves `what` on all ranks of `world`; collective. Throws part::error and net::error.
outcome solve(const banyan::net::group& world, const problem& what, bool want_field = false);

}  // namespace thermal
