// spawn, jobs, kill, sig, pstat, ps, reset.
#include <fmt/format.h>

#include <algorithm>

#include "libnet/pvm3/extra_symbols.hpp"
#include "pvm3/pvm3.h"
#include "tools/pvm/command_error.hpp"
#include "tools/pvm/command_functions.hpp"
#include "tools/pvm/console.hpp"
#include "tools/pvm/numbers.hpp"
#include "tools/pvm/tables.hpp"

namespace banyan::pvm_console {
namespace {

std::span<const pvmhostinfo> all_hosts() {
    int count = 0;
    pvmhostinfo* hosts = nullptr;
    checked("pvm_config", pvm_config(&count, nullptr, &hosts));
    return {hosts, static_cast<std::size_t>(count)};
}

/// `where`: as in pvm_tasks.
std::span<const pvmtaskinfo> tasks_of(const char* name, int where) {
    int count = 0;
    pvmtaskinfo* tasks = nullptr;
    checked(name, pvm_tasks(where, &count, &tasks));
    return {tasks, static_cast<std::size_t>(count)};
}

std::map<int, std::string> host_names() {
    std::map<int, std::string> names;
    for (const auto& host : all_hosts())
        names[host.hi_tid] = host.hi_name;
    return names;
}

std::vector<int> parse_tids(const words& texts) {
    std::vector<int> tids;
    for (const auto& text : texts)
        tids.push_back(parse_tid(text));
    return tids;
}

std::vector<int> children_of(const std::vector<int>& parents) {
    std::vector<int> children;
    for (const auto& task : tasks_of("kill", 0))
        if (std::ranges::find(parents, task.ti_ptid) != parents.end()) children.push_back(task.ti_tid);
    return children;
}

/// What the options of ps choose.
struct task_choice {
    int where;  // as in pvm_tasks
    bool shows_console = false;
    bool is_long = false;
};

// As in calls of PVM, "." is the host of the console.
int host_named(const std::string& name) {
    if (name == ".") return pvm_tidtohost(pvm_mytid());
    for (const auto& [tid, known] : host_names())
        if (known == name) return tid;
    throw command_error(fmt::format("ps: the virtual machine has no host '{}'", name));
}

// `option` is a word such as "-ax" or "ax".
void take_option(task_choice& choice, const std::string& option) {
    const std::string letters = option.substr(option.starts_with('-') ? 1 : 0);
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const std::string value = letters.substr(i + 1);
        switch (letters[i]) {
            case 'a':
                choice.where = 0;
                break;
            case 'l':
                choice.is_long = true;
                break;
            case 'x':
                choice.shows_console = true;
                break;
            case 'h':
                choice.where = parse_tid(value);
                return;
            case 'n':
                choice.where = host_named(value);
                return;
            default:
                throw command_error(fmt::format("ps: -{} is not an option, use -a, -h, -l, -n or -x", letters[i]));
        }
    }
}

void show_long_jobs(const console& pvm) {
    const task_columns columns;
    const auto names = host_names();
    fmt::print("{}", tasks_header(columns));
    for (const auto& [job, tasks] : pvm.running_jobs().running()) {
        fmt::print("{:>2}:\n", job);
        for (const auto& task : tasks_of("jobs", 0))
            if (tasks.contains(task.ti_tid)) fmt::print("{}", task_row(task, names, columns));
    }
}

}  // namespace

void spawn(console& pvm, const words& arguments) {
    std::set<std::string> architectures;
    for (const auto& host : all_hosts())
        architectures.insert(host.hi_arch);
    pvm.spawn(parse_spawn(arguments, architectures));
}

void show_jobs(console& pvm, const words& arguments) {
    if (!arguments.empty() && arguments.front() != "-l")
        throw command_error(fmt::format("jobs: '{}' is not an option, use -l", arguments.front()));
    if (!arguments.empty()) return show_long_jobs(pvm);
    for (const auto& [job, tasks] : pvm.running_jobs().running()) {
        std::string line = fmt::format("{:>2}:", job);
        for (const auto& [tid, unfinished] : tasks)
            line += fmt::format(" t{:x}", tid);
        fmt::print("{}\n", line);
    }
}

// As in PVM, the console does not end itself.
void kill_tasks(console& pvm, const words& arguments) {
    const bool only_children = arguments.front() == "-c";
    if (only_children && arguments.size() == 1) throw command_error("kill: the task is missing, use kill -c TID...");
    auto tids = parse_tids(words(arguments.begin() + (only_children ? 1 : 0), arguments.end()));
    if (only_children) {
        tids = children_of(tids);
        std::erase(tids, pvm.tid());
    }
    for (const int tid : tids) {
        if (tid == pvm.tid())
            fmt::print("t{:x}: that's me.\n", tid);
        else
            checked(fmt::format("kill: t{:x}", tid), pvm_kill(tid));
    }
}

void signal_tasks(console& /*pvm*/, const words& arguments) {
    const int signal = parse_signal(arguments.front());
    for (const int tid : parse_tids(words(arguments.begin() + 1, arguments.end())))
        checked(fmt::format("sig: t{:x}", tid), pvm_sendsig(tid, signal));
}

void show_task_status(console& /*pvm*/, const words& tids) {
    for (const int tid : parse_tids(tids))
        fmt::print("{}", task_status_row(tid, pvm_pstat(tid)));
}

void show_tasks(console& pvm, const words& options) {
    task_choice choice{pvm_tidtohost(pvm.tid())};
    for (const auto& option : options)
        take_option(choice, option);
    const task_columns columns{choice.is_long, pvm.tid()};
    const auto names = host_names();
    fmt::print("{}", tasks_header(columns));
    for (const auto& task : tasks_of("ps", choice.where))
        if (choice.shows_console || task.ti_tid != pvm.tid()) fmt::print("{}", task_row(task, names, columns));
}

void reset(console& pvm, const words& arguments) {
    if (arguments.empty()) {
        checked("reset", pvmreset(pvm.tid(), 1, nullptr, -1));
        return;
    }
    if (arguments.front() != "info")
        throw command_error(fmt::format("reset: '{}' is not allowed, use info", arguments.front()));
    const char* name = arguments.size() > 1 ? arguments[1].c_str() : nullptr;
    const int index = arguments.size() > 2 ? parse_number("reset: index", arguments[2]) : -1;
    checked("reset", pvmreset(pvm.tid(), 0, name, index));
}

}  // namespace banyan::pvm_console
