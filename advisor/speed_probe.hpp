// Phase one: the speed of every processor, measured with the application's own kernel on all processors at once.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "banyan/net/group.hpp"

namespace banyan::advisor {

/// The rows x cols cells that one processor would own.
struct shape {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    [[nodiscard]] std::int64_t cells() const { return rows * cols; }
    friend bool operator==(const shape&, const shape&) = default;
};

/// The part of an application that computes one iteration on a processor's own cells, without any communication.
class kernel {
  public:
    virtual ~kernel() = default;
    /// Makes ready for sweeps over rows x cols cells (both >= 1); the arrays are touched before it returns.
    virtual void prepare(const shape& cells) = 0;
    /// Computes one iteration on the prepared cells.
    virtual void sweep() = 0;
};

/// Makes the kernel with `flops` floating point operations a cell; throws net::error invalid_argument naming what there
/// is when there is no such variant.
using kernel_factory = std::function<std::unique_ptr<kernel>(int flops)>;

struct speed_options {
    int rounds = 7;          ///< windows per shape
    double window_s = 0.05;  ///< length of a window; at least one sweep is done in each
};

/// Seconds of one sweep: [rank][shape][round]; a shape without cells has no rounds.
using sweep_times = std::vector<std::vector<std::vector<double>>>;

/// Collective over `world`: all processors sweep at the same time, for windows of equal length, round robin over the
/// shapes. `mine` lists this rank's shapes, equally many on all ranks. The result is on rank 0, empty elsewhere.
/// Blocks; throws as group calls do.
sweep_times measure_sweeps(const net::group& world, const std::vector<shape>& mine, kernel& application,
                           const speed_options& options);

}  // namespace banyan::advisor
