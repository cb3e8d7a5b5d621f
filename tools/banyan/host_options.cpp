#include "tools/banyan/host_options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "tools/banyan/checks.hpp"
#include "tools/banyan/error_line.hpp"
#include "tools/banyan/host_notes.hpp"
#include "tools/banyan/host_speeds_report.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/text_table.hpp"

namespace banyan::tools {

void host_options::add_to(CLI::App& verb, const std::string& help) {
    verb.add_option("--hostfile", file,
                    "File with one host per line: NAME [slots=N] [speed=X] [address=A] [user=U] [launcher=C]")
        ->type_name("FILE");
    verb.add_option(
            "--launcher", launcher,
            "Command that starts the daemon on a host, instead of ssh. It must contain {host}, which is replaced "
            "by the name of the host; {address} and {user} are replaced too")
        ->type_name("COMMAND");
    verb.add_option("HOST", names, help)->type_name("");
}

std::vector<daemon::host_entry> host_options::hosts() const {
    if (!launcher.empty() && launcher.find("{host}") == std::string::npos)
        refuse_value("--launcher", launcher, "a command that contains {host}");
    std::vector<daemon::host_entry> list;
    if (!file.empty()) list = daemon::read_host_file(file);
    for (const auto& name : names) {
        daemon::host_entry entry;
        entry.name = name;
        list.push_back(entry);
    }
    for (auto& entry : list)
        if (entry.launcher.empty()) entry.launcher = launcher;
    return list;
}

namespace {

nlohmann::ordered_json to_json(const std::vector<daemon::host_info>& hosts) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& host : hosts)
        list.push_back({{"number", host.number.value},
                        {"name", host.name},
                        {"address", host.address},
                        {"slots", host.slots},
                        {"speed", host.speed},
                        {"measured", measured_json(host)},
                        {"tasks", host.tasks}});
    return list;
}

nlohmann::ordered_json lost_json(const std::vector<daemon::lost_host>& lost) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& [name, why] : lost)
        list.push_back({{"name", name}, {"why", why}});
    return list;
}

// Measured speeds and their dates are shown only if a host was measured.
void print_hosts(const std::vector<daemon::host_info>& hosts) {
    const bool any_measured = std::ranges::any_of(hosts, [](const auto& host) { return host.measured.has_value(); });
    std::vector<table_row> rows{any_measured
                                    ? table_row{"host", "address", "slots", "speed", "Mcells/s", "measured", "tasks"}
                                    : table_row{"host", "address", "slots", "speed", "tasks"}};
    for (const auto& host : hosts) {
        table_row row{host.name, host.address, std::to_string(host.slots), fmt::format("{:.2g}", host.speed)};
        if (any_measured) std::ranges::move(measured_cells(host), std::back_inserter(row));
        row.push_back(std::to_string(host.tasks));
        rows.push_back(std::move(row));
    }
    fmt::print("{}", text_for(STDOUT_FILENO, text_table(any_measured ? "<<>>><>" : "<<>>>", rows)));
}

}  // namespace

std::unique_ptr<progress> show_start(const std::vector<daemon::host_entry>& hosts) {
    if (hosts.empty() || !progress::is_on_terminal()) return nullptr;
    auto shown = std::make_unique<progress>();
    shown->say(hosts.size() == 1 ? fmt::format("starting the host {}", hosts.front().name)
                                 : fmt::format("starting {} hosts", hosts.size()));
    return shown;
}

std::string data_text(bool plain) {
    return plain ? "plain (not encrypted)" : "encrypted";
}

void show_hosts(const std::string& verb, daemon::virtual_machine& virtual_machine, bool as_json,
                const std::vector<daemon::host_entry>& added) {
    const auto [hosts, lost, plain] = virtual_machine.list_hosts();
    if (as_json)
        return print_json(verb, 3,
                          {{"virtual_machine", virtual_machine.id()},
                           {"data_between_hosts", data_text(plain)},
                           {"hosts", to_json(hosts)},
                           {"lost", lost_json(lost)}});
    print_hosts(hosts);
    if (plain) fmt::print("data between hosts: {}\n", data_text(plain));
    for (const auto& host : lost)
        print_error_line(fmt::format("host {} is lost: {}; 'banyan add' starts it again", host.name, host.why));
    for (const auto& note : same_address_notes(hosts, added))
        print_error_line(note);
}

}  // namespace banyan::tools
