// getopt, setopt, setenv, export, unexport, names, put.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "pvm3/pvm3.h"
#include "tools/pvm/command_error.hpp"
#include "tools/pvm/command_functions.hpp"
#include "tools/pvm/console.hpp"
#include "tools/pvm/numbers.hpp"
#include "tools/pvm/option_names.hpp"
#include "tools/pvm/tables.hpp"
#include "tools/pvm/words.hpp"

namespace banyan::pvm_console {
namespace {

void show_option(const named_option& option) {
    fmt::print("{} Currently Set to {}\n", option.name, pvm_getopt(option.number));
}

// Options that hold a tid also take "t40001".
int option_value(const named_option& option, const std::string& text) {
    return text.starts_with('t') ? parse_tid(text) : parse_number(option.name, text);
}

void show_exported() {
    const char* names = std::getenv("PVM_EXPORT");
    fmt::print("PVM_EXPORT={}\n", names ? names : "");
}

}  // namespace

void show_options(console& /*pvm*/, const words& arguments) {
    if (!arguments.empty()) return show_option(option_named(arguments.front()));
    for (const auto& option : named_options())
        show_option(option);
}

// The old value of an option may be negative, so only a value that is not set afterwards shows an error.
void set_option(console& /*pvm*/, const words& arguments) {
    const auto& option = option_named(arguments[0]);
    const int value = option_value(option, arguments[1]);
    const int old = pvm_setopt(option.number, value);
    if (pvm_getopt(option.number) != value)
        throw command_error(fmt::format("setopt: {} cannot be {}", option.name, value));
    fmt::print("{} Changed from {} to {}\n", option.name, old, value);
}

void set_variable(console& /*pvm*/, const words& arguments) {
    if (arguments.empty()) {
        for (char** variable = ::environ; *variable; ++variable)
            fmt::print("{}\n", *variable);
    } else if (arguments.size() == 1) {
        const char* value = std::getenv(arguments.front().c_str());
        if (value) fmt::print("{}\n", value);
    } else {
        const std::string value = join_words(words(arguments.begin() + 1, arguments.end()));
        if (::setenv(arguments.front().c_str(), value.c_str(), 1) != 0)
            throw command_error(fmt::format("setenv: '{}' cannot be the name of a variable", arguments.front()));
    }
}

void export_variables(console& /*pvm*/, const words& names) {
    if (names.empty()) return show_exported();
    for (const auto& name : names)
        checked("export: " + name, pvm_export(name.c_str()));
}

void unexport_variables(console& /*pvm*/, const words& names) {
    for (const auto& name : names)
        checked("unexport: " + name, pvm_unexport(name.c_str()));
}

void show_names(console& /*pvm*/, const words& arguments) {
    int count = 0;
    pvmmboxinfo* entries = nullptr;
    checked("names", pvm_getmboxinfo(arguments.empty() ? "*" : arguments.front().c_str(), &count, &entries));
    for (int i = 0; i < count; ++i)
        fmt::print("{}", mailbox_entry(entries[i]));
}

void put_entry(console& /*pvm*/, const words& arguments) {
    const int flags = parse_number("put: flags", arguments[1]);
    const int before = pvm_setsbuf(checked("put", pvm_mkbuf(PvmDataDefault)));
    const int packed = pvm_pkstr(arguments[2].c_str());
    const int index = packed < 0 ? packed : pvm_putinfo(arguments[0].c_str(), pvm_getsbuf(), flags);
    pvm_freebuf(pvm_setsbuf(before));
    checked("put", index);
}

}  // namespace banyan::pvm_console
