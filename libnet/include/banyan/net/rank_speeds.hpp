// The speeds of the ranks of a run, for dividing work among them.
#pragma once

#include <chrono>
#include <vector>

namespace banyan::net {

/// Where the speeds of a run come from.
enum class speed_source {
    none,      ///< the program was not started by `banyan run`; all speeds are 1
    declared,  ///< `speed=` in the host file; 1 for a host without it
    measured,  ///< `banyan speeds --measure` or `banyan up --measure`
};

/// "none", "declared" or "measured".
const char* name_of(speed_source source);

/// The speed of each rank of the world group, the same on all ranks. If all hosts of the run were measured, these are
/// cells per second of one task. Otherwise they are the relative numbers of the host file. Use only their ratios.
///
/// The speed of a host is that of one task while the host has as many tasks as slots. If the run has k tasks on a host
/// with s < k slots, each of them has s / k of this speed. Other runs are not counted. The speeds are those at the
/// start of the run and do not change.
struct rank_speeds {
    std::vector<double> values;  ///< by rank of the world group; each finite and above 0
    speed_source source = speed_source::none;
    std::chrono::sys_seconds measured_at{};  ///< of the oldest measurement, in UTC; 0 if nothing was measured

    /// Speed 1 for each of `size` ranks, for ranks that are threads.
    static rank_speeds equal(int size) { return {.values = std::vector<double>(static_cast<std::size_t>(size), 1.0)}; }
};

}  // namespace banyan::net
