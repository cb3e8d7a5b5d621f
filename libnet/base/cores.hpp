// The number of tasks that can run at the same time in this process's environment.
#pragma once

namespace banyan::net::detail {

/// The number of cores that this process may use: its affinity mask, limited by the CPU quota of its cgroups (v1 and
/// v2). A quota may make it less than 1. Read once.
double usable_cores();

}  // namespace banyan::net::detail
