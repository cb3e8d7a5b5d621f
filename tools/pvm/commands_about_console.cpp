// alias, unalias, echo, help, id, quit, version.
#include <fmt/format.h>

#include "pvm3/pvm3.h"
#include "tools/pvm/command_error.hpp"
#include "tools/pvm/command_functions.hpp"
#include "tools/pvm/console.hpp"
#include "tools/pvm/words.hpp"

namespace banyan::pvm_console {
namespace {

void show_alias(const std::string& name, const words& meaning) {
    fmt::print("{}\t{}\n", name, join_words(meaning));
}

void list_commands() {
    fmt::print("Commands:\n");
    for (const auto& entry : command_table())
        fmt::print("  {:<10}  {}\n", entry.name, entry.summary);
    fmt::print("help COMMAND explains one of them.\n");
}

}  // namespace

void define_alias(console& pvm, const words& arguments) {
    const auto& all = pvm.known_aliases().all();
    if (arguments.empty()) {
        for (const auto& [name, meaning] : all)
            show_alias(name, meaning);
    } else if (arguments.size() == 1) {
        const auto found = all.find(arguments.front());
        if (found == all.end()) throw command_error(fmt::format("alias: '{}' is not an alias", arguments.front()));
        show_alias(found->first, found->second);
    } else {
        pvm.known_aliases().set(arguments.front(), words(arguments.begin() + 1, arguments.end()));
    }
}

void remove_aliases(console& pvm, const words& names) {
    for (const auto& name : names)
        if (!pvm.known_aliases().remove(name)) throw command_error(fmt::format("unalias: '{}' is not an alias", name));
}

void echo(console& /*pvm*/, const words& arguments) {
    fmt::print("{}\n", join_words(arguments));
}

void help(console& /*pvm*/, const words& arguments) {
    if (arguments.empty()) return list_commands();
    const command* known = find_command(arguments.front());
    if (!known)
        throw command_error(fmt::format("help: '{}' is not a command, help lists the commands", arguments.front()));
    fmt::print("{}\nSyntax:  {}\n{}", known->summary, usage_of(*known), known->details);
}

void show_id(console& pvm, const words& /*arguments*/) {
    fmt::print("t{:x}\n", pvm.tid());
}

void quit(console& pvm, const words& /*arguments*/) {
    pvm.end(false);
}

void show_version(console& /*pvm*/, const words& /*arguments*/) {
    fmt::print("{}\n", pvm_version());
}

}  // namespace banyan::pvm_console
