// The commands of the console.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace banyan::pvm_console {

class console;
using words = std::vector<std::string>;

struct command {
    const char* name;
    const char* arguments;  // for help, such as "[-c] TID..."
    const char* summary;
    std::size_t least, most;                            // number of arguments
    void (*run)(console& pvm, const words& arguments);  // throws command_error
    const char* details = "";                           // more lines of help
};

std::span<const command> command_table();
/// nullptr if there is none.
const command* find_command(std::string_view name);
/// Its name and arguments.
std::string usage_of(const command& known);

}  // namespace banyan::pvm_console
