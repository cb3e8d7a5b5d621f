// Phase one: measures the speed of every processor with the application's own kernel, on all processors at once.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "banyan/net/group.hpp"

namespace banyan::advisor {

/// The rows x cols cells of one processor.
struct shape {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    [[nodiscard]] std::int64_t cells() const { return rows * cols; }
    friend bool operator==(const shape&, const shape&) = default;
};

/// The part of an application that computes one iteration of a processor's own cells, without communication.
class kernel {
  public:
    virtual ~kernel() = default;
    /// Prepares sweeps over rows x cols cells (both >= 1). All memory is written before it returns, so that a sweep
    /// causes no page faults.
    virtual void prepare(const shape& cells) = 0;
    /// Computes one iteration on the prepared cells.
    virtual void sweep() = 0;
};

/// Makes the kernel with `flops` floating point operations per cell. Throws net::error with invalid_argument, listing
/// the variants, if there is no such one.
using kernel_factory = std::function<std::unique_ptr<kernel>(int flops)>;

struct speed_options {
    int rounds = 7;          ///< windows per shape
    double window_s = 0.05;  ///< seconds of a window; each has at least one sweep
};

/// Seconds of one sweep: [rank][shape][round]. A shape without cells has no rounds.
using sweep_times = std::vector<std::vector<std::vector<double>>>;

/// Collective over `world`. All processors sweep at the same time, in windows of equal length, with the shapes in turn.
/// `mine` are the shapes of this rank; all ranks have the same number. The result is on rank 0, and empty on the other
/// ranks. Blocks; throws net::error as group calls do.
sweep_times measure_sweeps(const net::group& world, const std::vector<shape>& mine, kernel& application,
                           const speed_options& options);

}  // namespace banyan::advisor
