// Heat conduction on a torus, spread over a group as a partition says: heat is held along one column, every other cell
// becomes the mean of its four neighbours (Jacobi).
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "banyan/grid/distributed_array.hpp"
#include "banyan/part/speeds.hpp"
#include "examples/thermal/kernel.hpp"

namespace thermal {

/// Temperature of the heated column.
inline constexpr double fixed_temperature = 100.0;
/// The column where heat is held.
constexpr std::int64_t fixed_column(std::int64_t cols) {
    return cols / 2;
}
/// Temperature of a cell before the first iteration: uneven (so that an error in any direction shows), 0 to 50.
double first_temperature(std::int64_t row, std::int64_t col, std::int64_t cols);

/// A number that depends on every bit of every cell and on its place, but not on who adds it up: the sum modulo 2^64 of
/// these is the checksum of a field.
std::uint64_t checksum_term(std::int64_t row, std::int64_t col, double value);

/// What one rank spent.
struct rank_time {
    double compute_s = 0;
    double wait_s = 0;  ///< starting and finishing the exchange
};

/// One rank's part of the field. All calls are collective.
class solver {
  public:
    /// A partition of a torus with one processor per rank; throws part::error, net::error.
    solver(const banyan::net::group& world, const banyan::part::partition& parts, variant work);

    void iterate();
    [[nodiscard]] const rank_time& spent() const { return spent_; }
    /// The same on every rank and for every partition.
    [[nodiscard]] std::uint64_t checksum() const;
    /// The whole field on rank 0, row-major; empty elsewhere.
    [[nodiscard]] std::vector<double> gather() const { return now_.gather(); }

  private:
    void fill();
    void compute(std::span<const banyan::grid::region> cells, bool exchanging);
    void compute_rows(const banyan::grid::region& cells);
    void set_fixed_column(const banyan::grid::region& cells);

    banyan::net::group world_;
    variant work_;
    std::int64_t fixed_column_;
    std::shared_ptr<const banyan::grid::halo_layout> layout_;
    banyan::grid::distributed_array<double> now_;
    banyan::grid::distributed_array<double> next_;
    rank_time spent_;
};

/// What to compute.
struct problem {
    std::int64_t rows = 512;
    std::int64_t cols = 512;
    std::string method = "contiguous_row";
    std::vector<double> speeds;  ///< relative, one per rank; empty: all equal
    variant work = variant::flops_10;
    std::int64_t iterations = 100;
};

/// How a run went; times are of the whole group.
struct outcome {
    std::uint64_t checksum = 0;
    double total_s = 0;               ///< from the barrier before the first iteration to the end on the last rank
    double median_iteration_s = 0;    ///< of the times from one iteration's end on the last rank to the next one's
    std::vector<rank_time> of_ranks;  ///< sums over all iterations, in rank order; on rank 0 only
    std::vector<std::int64_t> cells;  ///< of the ranks
    std::vector<double> field;        ///< whole grid on rank 0 if asked for, else empty
};

/// The partition that `what` asks for, for `processes` ranks; the same on every rank. Throws part::error.
banyan::part::partition partition_for(const problem& what, int processes);

/// Solves `what` on all ranks of `world`; collective. Throws part::error, net::error.
outcome solve(const banyan::net::group& world, const problem& what, bool want_field = false);

}  // namespace thermal
