// banyan doctor: checks that this computer and other hosts have what a virtual machine needs, and says what to do if
// they do not.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <thread>

#include "advisor/remote.hpp"
#include "daemon/client/host_examination.hpp"
#include "daemon/client/start_coordinator.hpp"
#include "daemon/client/virtual_machine.hpp"
#include "daemon/common/processes.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "tools/banyan/error_line.hpp"
#include "tools/banyan/host_examination_report.hpp"
#include "tools/banyan/host_options.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/progress.hpp"
#include "tools/banyan/text_table.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

constexpr const char* run_name = "private virtual machine";

struct doctor_options {
    host_options hosts;
    bool json = false;
};

enum class verdict { good, warning, bad };

struct finding {
    std::string name;
    verdict result = verdict::good;
    std::string text;
};

finding check_daemon() {
    return {"daemon", verdict::good, daemon::find_companion("banyand")};
}

finding check_directory() {
    const std::string folder = daemon::runtime_directory().string(), note = daemon::runtime_note();
    if (note.empty()) return {"runtime directory", verdict::good, folder};
    return {"runtime directory", verdict::warning, fmt::format("{}: {}", folder, note)};
}

finding check_cores() {
    return {"cores", verdict::good, std::to_string(std::max(1u, std::thread::hardware_concurrency()))};
}

finding check_descriptors() {
    constexpr rlim_t wanted = 1024;
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur >= wanted) return {"open files", verdict::good, fmt::format("limit {}", limit.rlim_cur)};
    return {"open files", verdict::warning,
            fmt::format("the limit is {}, large runs need {}; raise it with ulimit -n", limit.rlim_cur, wanted)};
}

finding check_ssh() {
    try {
        return {"ssh", verdict::good, daemon::find_companion("ssh")};
    } catch (const net::error&) {
        return {"ssh", verdict::warning, "ssh is not found; without it, hosts can be added only with --launcher"};
    }
}

finding check_run() {
    constexpr int tasks = 2;
    auto virtual_machine = daemon::virtual_machine::start_private();
    daemon::run_request request;
    request.command = {"/bin/echo", "ready"};
    request.tasks = tasks;
    request.timeout = std::chrono::seconds(20);
    std::string output;
    const auto result =
        virtual_machine.run(request, [&output](const daemon::output_block& block) { output += block.text; });
    if (result.status == 0 && output == "ready\nready\n")
        return {run_name, verdict::good, fmt::format("a run of {} tasks succeeded", tasks)};
    return {run_name, verdict::bad, fmt::format("a run of {} tasks failed: {}", tasks, result.message)};
}

const char* word(verdict v) {
    return v == verdict::good ? "ok" : v == verdict::warning ? "warning" : "failed";
}

std::vector<finding> examine() {
    const std::vector<std::pair<std::string, std::function<finding()>>> checks{
        {"daemon", check_daemon}, {"runtime directory", check_directory},
        {"cores", check_cores},   {"open files", check_descriptors},
        {"ssh", check_ssh},       {run_name, check_run}};
    std::vector<finding> findings;
    for (const auto& [name, check] : checks) {
        try {
            findings.push_back(check());
        } catch (const std::exception& failed) {
            findings.push_back({name, verdict::bad, failed.what()});
        }
    }
    return findings;
}

// The hosts that the command names, as `up` would start them.
std::vector<daemon::host_examination> examine_named(const std::vector<daemon::host_entry>& hosts) {
    std::optional<progress> shown;
    if (::isatty(STDERR_FILENO) == 1) shown.emplace().say(fmt::format("examining {} hosts", hosts.size()));
    return daemon::examine_hosts(hosts);
}

// The hosts of the running virtual machine; none if there is no virtual machine.
std::vector<daemon::host_examination> examine_running() {
    if (daemon::find_virtual_machine().empty()) return {};
    const auto list = daemon::virtual_machine::find().list_hosts();
    auto examined = daemon::examine_running_hosts(list.hosts, advisor::find_on_all_hosts);
    for (const auto& lost : list.lost)
        examined.push_back({.name = lost.name, .failures = {"it is lost: " + lost.why}});
    return examined;
}

// `findings` gets the reason if the running virtual machine cannot be used. If there are several, this is no failure.
std::vector<daemon::host_examination> examine_hosts_of(const std::vector<daemon::host_entry>& named,
                                                       std::vector<finding>& findings) {
    if (!named.empty()) return examine_named(named);
    try {
        return examine_running();
    } catch (const net::error& failed) {
        const bool is_choice = failed.which() == net::errc::invalid_argument;
        findings.push_back({"virtual machine", is_choice ? verdict::warning : verdict::bad, failed.what()});
        return {};
    }
}

void print_report(const std::vector<finding>& findings, const std::vector<daemon::host_examination>& hosts) {
    std::vector<table_row> rows;
    for (const auto& f : findings)
        rows.push_back({f.name, word(f.result), f.text});
    fmt::print("{}", text_table("<<<", rows));
    if (!hosts.empty()) fmt::print("\n{}", text_for(STDOUT_FILENO, host_examination_text(hosts)));
    for (const auto& line : host_failure_lines(hosts))
        print_error_line(line);
}

void doctor(const doctor_options& o) {
    const auto named = o.hosts.hosts();
    auto findings = examine();
    const auto hosts = examine_hosts_of(named, findings);
    const bool healthy =
        std::ranges::none_of(findings, [](const finding& f) { return f.result == verdict::bad; }) &&
        std::ranges::all_of(hosts, [](const daemon::host_examination& host) { return host.failures.empty(); });
    auto checks = nlohmann::ordered_json::array();
    for (const auto& f : findings)
        checks.push_back({{"name", f.name}, {"result", word(f.result)}, {"text", f.text}});
    if (o.json)
        print_json("doctor", 2, {{"healthy", healthy}, {"checks", checks}, {"hosts", host_examination_json(hosts)}});
    else
        print_report(findings, hosts);
    if (!healthy) set_exit_code(static_cast<int>(exit_status::failed));
}

}  // namespace

void add_doctor_options(CLI::App& verb) {
    auto o = std::make_shared<doctor_options>();
    o->hosts.add_to(verb,
                    "Names of hosts to examine too; without HOST and --hostfile, those of the running virtual machine");
    add_json_option(verb, o->json);
    verb.callback([o] { doctor(*o); });
}

}  // namespace banyan::tools
