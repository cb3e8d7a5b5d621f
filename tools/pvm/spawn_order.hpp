// The options and arguments of the command spawn.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace banyan::pvm_console {

struct spawn_order {
    enum class output { log, console, new_file, end_of_file };

    int count = 1;
    int flags = 0;      // of pvm_spawn
    std::string where;  // of pvm_spawn: host or architecture, and :FOLDER
    output to = output::log;
    std::string file;
    bool is_traced = false;
    std::string program;
    std::vector<std::string> arguments;
};

/// `words`: what follows the name of the command. A place is an architecture if it is in `architectures`, otherwise a
/// host. Throws command_error.
spawn_order parse_spawn(const std::vector<std::string>& words, const std::set<std::string>& architectures);

}  // namespace banyan::pvm_console
