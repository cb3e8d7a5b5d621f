#include "advisor/thermal_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "daemon/common/processes.hpp"

namespace banyan::advisor {

std::vector<std::string> thermal_command(const std::string& program, const thermal_run& run) {
    return {program,
            "--rows",
            std::to_string(run.domain.rows()),
            "--cols",
            std::to_string(run.domain.cols()),
            "--method",
            run.method,
            "--speeds",
            fmt::format("{}", fmt::join(run.speeds, ",")),
            "--iterations",
            std::to_string(run.iterations),
            "--warm-up",
            std::to_string(run.warm_up),
            "--flops",
            std::to_string(run.flops),
            "--json"};
}

double parse_thermal_seconds(const std::string& output) {
    try {
        const auto report = nlohmann::json::parse(output);
        const auto iterations = report.at("iterations").get<double>();
        const auto seconds = report.at("seconds_total").get<double>();
        if (!(iterations >= 1) || !(seconds > 0)) throw std::runtime_error("the report of thermal contains no time");
        return seconds / iterations;
    } catch (const nlohmann::json::exception& error) {
        throw std::runtime_error(std::string("the report of thermal cannot be read: ") + error.what());
    }
}

double run_thermal(daemon::virtual_machine& virtual_machine, const placement& where, const thermal_run& run) {
    (void)daemon::find_companion("thermal");  // if this computer does not have it, the error says where it must be
    return parse_thermal_seconds(run_for_output(virtual_machine, where, thermal_command("thermal", run)));
}

}  // namespace banyan::advisor
