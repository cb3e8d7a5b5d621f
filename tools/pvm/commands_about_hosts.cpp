// add, delete, conf, mstat, tickle, halt.
#include <fmt/format.h>

#include <array>
#include <csignal>
#include <span>
#include <vector>

#include "pvm3/pvm3.h"
#include "tools/pvm/command_functions.hpp"
#include "tools/pvm/console.hpp"
#include "tools/pvm/numbers.hpp"
#include "tools/pvm/tables.hpp"

namespace banyan::pvm_console {
namespace {

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

void tickle(console& /*pvm*/, const words& arguments) {
    std::vector<int> numbers;
    for (const auto& text : arguments)
        numbers.push_back(parse_hexadecimal("tickle", text));
    std::array<int, 10> results{};  // pvm_tickle gives no more
    int count = 0;
    checked("tickle", pvm_tickle(static_cast<int>(numbers.size()), numbers.data(), &count, results.data()));
    fmt::print("(");
    for (const int result : std::span(results).first(static_cast<std::size_t>(count)))
        fmt::print(" {}", result);
    fmt::print(" )\n");
}

// The library sends SIGTERM to a program whose virtual machine has ended.
void halt(console& pvm, const words& /*arguments*/) {
    auto* const earlier = std::signal(SIGTERM, SIG_IGN);
    const int code = pvm_halt();
    if (code < 0) std::signal(SIGTERM, earlier);
    checked("halt: the virtual machine has not ended", code);
    pvm.end(true);
}

}  // namespace banyan::pvm_console
