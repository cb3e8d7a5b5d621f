// add, delete, conf, mstat, halt.
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "pvm3/pvm3.h"
#include "tools/pvm/command_functions.hpp"
#include "tools/pvm/console.hpp"
#include "tools/pvm/tables.hpp"

namespace banyan::pvm_console {
namespace {

using namespace std::chrono_literals;

constexpr auto longest_halt = 10s;

volatile std::sig_atomic_t is_asked_to_end = 0;

std::vector<int> change_hosts(const char* name, int (*change)(char**, int, int*), const words& names) {
    std::vector<char*> texts;
    for (const auto& each : names)
        texts.push_back(const_cast<char*>(each.c_str()));
    std::vector<int> results(names.size());
    checked(name, change(texts.data(), static_cast<int>(texts.size()), results.data()));
    return results;
}

}  // namespace

void add_hosts(console& /*pvm*/, const words& names) {
    fmt::print("{}", added_table(names, change_hosts("add", pvm_addhosts, names)));
}

void delete_hosts(console& /*pvm*/, const words& names) {
    fmt::print("{}", deleted_table(names, change_hosts("delete", pvm_delhosts, names)));
}

void show_hosts(console& /*pvm*/, const words& /*arguments*/) {
    int count = 0, formats = 0;
    pvmhostinfo* hosts = nullptr;
    checked("conf", pvm_config(&count, &formats, &hosts));
    fmt::print("{}", hosts_table({hosts, static_cast<std::size_t>(count)}, formats));
}

void show_host_status(console& /*pvm*/, const words& names) {
    for (const auto& name : names)
        fmt::print("{}", host_status_row(name, pvm_mstat(name.c_str())));
}

// The library sends SIGTERM to a program whose virtual machine has ended.
void halt(console& pvm, const words& /*arguments*/) {
    std::signal(SIGTERM, [](int) { is_asked_to_end = 1; });
    checked("halt", pvm_halt());
    const auto limit = std::chrono::steady_clock::now() + longest_halt;
    while (!is_asked_to_end && std::chrono::steady_clock::now() < limit)
        std::this_thread::sleep_for(10ms);
    if (!is_asked_to_end) fmt::print("halt: the virtual machine has not ended after {} s\n", longest_halt.count());
    pvm.end(true);
}

}  // namespace banyan::pvm_console
