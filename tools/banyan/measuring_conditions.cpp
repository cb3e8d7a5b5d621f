#include "tools/banyan/measuring_conditions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>

namespace banyan::tools {
namespace {

// All hosts, or the first ones and how many there are.
std::string hosts_of(const advisor::computer_load& load) {
    constexpr std::size_t most_named = 4;
    if (load.hosts.size() <= most_named) return fmt::format("{}", fmt::join(load.hosts, ", "));
    return fmt::format("{}, ... ({} hosts)", fmt::join(load.hosts.begin(), load.hosts.begin() + most_named, ", "),
                       load.hosts.size());
}

std::string cores_text(int cores) {
    return fmt::format("{} {}", cores, cores == 1 ? "core" : "cores");
}

}  // namespace

std::string busy_warnings(const std::vector<advisor::computer_load>& loads) {
    std::string text;
    for (const auto& load : loads) {
        if (!load.is_contended()) continue;
        text += fmt::format(
            "banyan: warning: other programs use {:.1f} of the {} of {}, where {} {}; the measurement will be "
            "inaccurate: end these programs, or measure later\n",
            load.busy_cores, cores_text(load.cores), hosts_of(load), load.tasks,
            load.tasks == 1 ? "task measures" : "tasks measure");
    }
    return text;
}

std::vector<advisor::computer_load> warn_of_busy_hosts(daemon::virtual_machine& virtual_machine,
                                                       const advisor::placement& where) {
    auto loads = advisor::computer_loads(run_probe(virtual_machine, where, "banyan-probe", advisor::load_probe()));
    std::cerr << busy_warnings(loads) << std::flush;
    return loads;
}

std::string unknown_network_text(const std::vector<advisor::computer_load>& loads) {
    std::string remedies;
    for (const auto& load : loads) {
        if (load.is_contended()) remedies += fmt::format("end the other programs on {}, or ", hosts_of(load));
        if (load.is_oversubscribed())
            remedies += fmt::format("use at most {} on {} ({} tasks share {}), or ",
                                    load.cores == 1 ? "1 task" : fmt::format("{} tasks", load.cores), hosts_of(load),
                                    load.tasks, cores_text(load.cores));
    }
    return "The times vary too much to show how they depend on the message size. "
           "The ranking does not need lambda and tau: it uses the\n"
           "messages of each method as they were measured.\n"
           "To get lambda and tau, " +
           remedies + "measure longer (--probe-seconds)\n";
}

nlohmann::ordered_json loads_json(const std::vector<advisor::computer_load>& loads) {
    auto out = nlohmann::ordered_json::array();
    for (const auto& load : loads) {
        out.push_back(
            {{"hosts", load.hosts}, {"tasks", load.tasks}, {"cores", load.cores}, {"busy_cores", load.busy_cores}});
    }
    return out;
}

}  // namespace banyan::tools
