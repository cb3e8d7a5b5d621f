// The measurements that a probe makes on the virtual machine.
#pragma once

#include "advisor/probe/options.hpp"
#include "advisor/probe_report.hpp"
#include "banyan/net/group.hpp"

namespace banyan::advisor {

/// Collective over `world`: makes the measurement of `options`. The report is complete on rank 0 only. Throws
/// net::error with invalid_argument for options that do not fit the number of ranks, and for a measurement of the
/// application without make_kernel. Blocks.
probe_report measure(const net::group& world, const probe_options& options, const kernel_factory& make_kernel = {});

}  // namespace banyan::advisor
