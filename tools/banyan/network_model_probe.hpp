// Measures the network model, by which groups choose the algorithms of their collectives.
#pragma once

#include "advisor/remote.hpp"

namespace banyan::tools {

/// Runs banyan-probe with at least two tasks. The report has `network` and `hosts`. Shows progress and blocks. Throws
/// as advisor::run_probe().
advisor::probe_report measured_network_model(daemon::virtual_machine& virtual_machine, const advisor::placement& where);

}  // namespace banyan::tools
