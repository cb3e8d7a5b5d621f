#include "tools/banyan/speed_measurement.hpp"

#include <fmt/format.h>

#include "advisor/host_speeds.hpp"
#include "tools/banyan/measuring_conditions.hpp"
#include "tools/banyan/progress.hpp"

namespace banyan::tools {

void measure_and_keep_speeds(daemon::virtual_machine& virtual_machine) {
    const advisor::placement everywhere{.tasks = daemon::slots_of(virtual_machine.hosts()), .hosts = {}};
    warn_of_busy_hosts(virtual_machine, everywhere);
    progress line;
    line.say(fmt::format("measuring the speed of {} {}", everywhere.tasks, everywhere.tasks == 1 ? "slot" : "slots"));
    const auto measured = advisor::measure_host_speeds(virtual_machine, everywhere);
    line.clear();
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    std::vector<std::pair<std::string, std::optional<daemon::measured_speed>>> kept;
    for (const auto& [host, cells_per_s] : measured)
        kept.emplace_back(host, daemon::measured_speed{cells_per_s, now});
    virtual_machine.keep_speeds(kept);
}

}  // namespace banyan::tools
