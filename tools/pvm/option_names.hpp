// The options of pvm_setopt and pvm_getopt by name.
#pragma once

#include <span>
#include <string_view>

namespace banyan::pvm_console {

struct named_option {
    const char* name;
    int number;
};

std::span<const named_option> named_options();
/// Throws command_error for an unknown name.
const named_option& option_named(std::string_view name);

}  // namespace banyan::pvm_console
