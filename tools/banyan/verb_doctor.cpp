// banyan doctor: checks that this computer has what a virtual machine needs, and says what to do if it does not.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <thread>

#include "daemon/client/virtual_machine.hpp"
#include "daemon/common/processes.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

constexpr const char* run_name = "private virtual machine";

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
    return {"runtime directory", verdict::good, daemon::runtime_directory().string()};
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

void doctor(bool as_json) {
    const auto findings = examine();
    auto list = nlohmann::ordered_json::array();
    bool all_good = true;
    for (const auto& f : findings) {
        all_good = all_good && f.result != verdict::bad;
        list.push_back({{"name", f.name}, {"result", word(f.result)}, {"text", f.text}});
        if (!as_json) fmt::print("{:<24} {:<8} {}\n", f.name, word(f.result), f.text);
    }
    if (as_json) print_json("doctor", 2, {{"healthy", all_good}, {"checks", list}});
    if (!all_good) set_exit_code(static_cast<int>(exit_status::failed));
}

}  // namespace

void add_doctor_options(CLI::App& verb) {
    add_only_json_option(verb, doctor);
}

}  // namespace banyan::tools
