// How a program lets `banyan advise` measure it. The advisor starts the program itself, as tasks of the virtual
// machine, and the program answers with the speed of its own inner loop.
//
//   int main(int argc, char** argv) {
//       my_kernel kernel;
//       if (const auto status = banyan::advisor::serve_probe(argc, argv, kernel)) return *status;
//       ...
//   }
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "banyan/net/group.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::advisor {

/// The rows x cols cells of one processor.
struct shape {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    [[nodiscard]] std::int64_t cells() const { return rows * cols; }
    friend bool operator==(const shape&, const shape&) = default;
};

/// The part of an application that the advisor measures: one sweep over the own cells of a processor, without
/// messages. A kernel that can also carry out whole iterations gives better predictions.
class kernel {
  public:
    virtual ~kernel() = default;
    /// Prepares sweeps over rows x cols cells (both >= 1). All memory is written before it returns, so that a sweep
    /// causes no page faults. It is called many times, with several shapes in turn.
    virtual void prepare(const shape& cells) = 0;
    /// Computes one sweep over the prepared cells. It may take any time.
    virtual void sweep() = 0;
    /// Prepares whole iterations of the application, with its own messages, on a grid that `parts` divides among the
    /// ranks of `world`. Collective; borrows `world`. Returns true on all ranks, or false on all ranks if the kernel
    /// has sweeps only, as this default does. Throws net::error as group calls do.
    virtual bool prepare_iterations(const net::group& world, const part::partition& parts);
    /// Carries out one prepared iteration. Collective.
    virtual void iterate();
};

/// Makes the kernel with `flops` floating point operations per cell, as `banyan advise --flops` names them. Throws
/// net::error with invalid_argument, listing the variants, if there is none for this number.
using kernel_factory = std::function<std::unique_ptr<kernel>(int flops)>;

/// If the advisor has started this program, joins the run, measures `application`, prints the report on rank 0, and
/// returns the status with which main() must end; otherwise returns nothing at once. The advisor starts the program
/// with --banyan-probe as first argument. Blocks while it measures. Does not throw: an error becomes a line on standard
/// error and a status.
///
/// Call it first in main(), before a session is made. Output of the program before this call is ignored.
std::optional<int> serve_probe(int argc, char** argv, kernel& application);

/// The same for an application with variants.
std::optional<int> serve_probe(int argc, char** argv, const kernel_factory& make_kernel);

}  // namespace banyan::advisor
