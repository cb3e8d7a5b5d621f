// banyan doctor: does this computer have what a virtual machine needs? Each check says what to do if not.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <thread>

#include "daemon/client/virtual_machine.hpp"
#include "daemon/common/processes.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

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
            fmt::format("limit {}: large runs want {}; raise it with ulimit -n", limit.rlim_cur, wanted)};
}

finding check_ssh() {
    try {
        return {"ssh", verdict::good, daemon::find_companion("ssh")};
    } catch (const net::error&) {
        return {"ssh", verdict::warning, "not found: other hosts can be started by --launcher only"};
    }
}

finding check_run() {
    constexpr int tasks = 2;
    auto machine = daemon::virtual_machine::start_private();
    daemon::run_request request;
    request.command = {"/bin/echo", "ready"};
    request.tasks = tasks;
    request.timeout = std::chrono::seconds(20);
    std::string output;
    const auto result = machine.run(request, [&output](const daemon::output_block& block) { output += block.text; });
    if (result.status == 0 && output == "ready\nready\n")
        return {"private machine", verdict::good, fmt::format("{} tasks ran and answered", tasks)};
    return {"private machine", verdict::bad, "a run of 2 tasks failed: " + result.message};
}

const char* word(verdict v) {
    return v == verdict::good ? "ok" : v == verdict::warning ? "warning" : "failed";
}

std::vector<finding> examine() {
    const std::vector<std::pair<std::string, std::function<finding()>>> checks{
        {"daemon", check_daemon}, {"runtime directory", check_directory},
        {"cores", check_cores},   {"open files", check_descriptors},
        {"ssh", check_ssh},       {"private machine", check_run}};
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

void doctor(bool json) {
    const auto findings = examine();
    auto list = nlohmann::ordered_json::array();
    bool all_good = true;
    for (const auto& f : findings) {
        all_good = all_good && f.result != verdict::bad;
        list.push_back({{"name", f.name}, {"result", word(f.result)}, {"text", f.text}});
        if (!json) fmt::print("{:<18} {:<8} {}\n", f.name, word(f.result), f.text);
    }
    if (json) print_json("doctor", {{"healthy", all_good}, {"checks", list}});
    if (!all_good) set_exit_code(static_cast<int>(exit_status::failed));
}

}  // namespace

void add_doctor_verb(CLI::App& app) {
    add_plain_verb(app, "doctor", "Check that this computer can run a virtual machine", doctor);
}

}  // namespace banyan::tools
