// The program that the validation runs: examples/thermal on a virtual machine, which measures its own time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "advisor/remote.hpp"
#include "banyan/part/grid.hpp"

namespace banyan::advisor {

struct thermal_run {
    part::grid domain{1024, 1024};
    std::string method = "row";
    std::vector<double> speeds;  ///< one per task; the program makes its partition from them
    std::int64_t iterations = 100;
    std::int64_t warm_up = 0;  ///< iterations before them, whose time is not measured
    int flops = 10;
};

/// The command line of one run.
std::vector<std::string> thermal_command(const std::string& program, const thermal_run& run);

/// Seconds of one iteration: the time that the program measures, from when all tasks have ended the warm-up until all
/// are done, divided by its iterations. Blocks. Throws as run_for_output(), and std::runtime_error for output that
/// contains no time.
double run_thermal(daemon::virtual_machine& virtual_machine, const placement& where, const thermal_run& run);

/// The seconds of one iteration from the JSON of the program. Throws std::runtime_error for output that contains no
/// time.
double parse_thermal_seconds(const std::string& output);

}  // namespace banyan::advisor
