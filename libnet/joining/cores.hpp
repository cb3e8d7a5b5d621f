// How many tasks this process's host can run at once.
#pragma once

namespace banyan::net::detail {

/// Processors that this process may use: its affinity mask, cut down by the cpu quota of its cgroups (v1 and v2). May
/// be below 1 under a quota. Read once.
double usable_cores();

}  // namespace banyan::net::detail
