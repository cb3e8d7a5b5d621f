#include "tools/banyan/bench_placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "tools/banyan/checks.hpp"

namespace banyan::tools {

void add_transport_option(CLI::App& verb, std::string& transport) {
    verb.add_option("--transport", transport, "tcp, unix, or auto: unix inside a host and tcp between hosts")
        ->type_name("NAME")
        ->check(one_of({"auto", "tcp", "unix"}))
        ->capture_default_str();
}

void add_runs_option(CLI::App& verb, std::vector<int>& tasks) {
    add_list_option(verb, "--np", tasks,
                    "Numbers of tasks, one run for each; without it, one task for each slot, at least 2",
                    whole_number(2, 65536))
        ->type_name("N,...");
}

void add_repeat_option(CLI::App& verb, int& repeat, int sample_ms) {
    verb.add_option("--repeat", repeat,
                    fmt::format("Number of samples for each printed median; a sample takes about {} ms", sample_ms))
        ->type_name("K")
        ->check(whole_number(1, 1000))
        ->capture_default_str();
}

advisor::placement place_tasks(daemon::virtual_machine& virtual_machine, int tasks, const std::string& transport) {
    const auto hosts = virtual_machine.hosts();
    if (transport == "unix" && hosts.size() > 1)
        throw verb_error(exit_status::usage,
                         fmt::format("--transport: 'unix' does not work between hosts ({} and {}), use auto or tcp",
                                     hosts[0].name, hosts[1].name));
    advisor::placement where;
    where.tasks = tasks > 0 ? tasks : std::max(2, daemon::slots_of(hosts));
    where.transport = transport;
    return where;
}

std::string placement_text(const std::vector<std::string>& hosts, const std::string& transport) {
    const std::set<std::string> names(hosts.begin(), hosts.end());
    const std::string where = names.size() == 1 ? *names.begin() : fmt::format("{} hosts", names.size());
    const char* automatic = names.size() == 1 ? "unix" : "unix and tcp";
    return fmt::format("{} tasks on {} over {}", hosts.size(), where, transport == "auto" ? automatic : transport);
}

}  // namespace banyan::tools
