// What banyan-probe does on the virtual machine, apart from joining it.
#pragma once

#include "advisor/probe/options.hpp"
#include "advisor/probe_report.hpp"
#include "banyan/net/group.hpp"

namespace banyan::advisor {

/// Collective over `world`: measures what the options ask for. The report is complete on rank 0 only. Throws net::error
/// invalid_argument for options that do not fit the number of ranks or name an unknown application.
probe_report measure(const net::group& world, const probe_options& options);

}  // namespace banyan::advisor
