#include "tools/pvm/aliases.hpp"

#include <fmt/format.h>

#include <set>

#include "tools/pvm/command_error.hpp"

namespace banyan::pvm_console {

aliases::words aliases::expand(words command) const {
    std::set<std::string> used;
    while (!command.empty()) {
        const auto found = meanings_.find(command.front());
        if (found == meanings_.end() || found->second.empty()) break;
        if (!used.insert(found->first).second)
            throw command_error(fmt::format("the alias {} means itself", found->first));
        command.erase(command.begin());
        command.insert(command.begin(), found->second.begin(), found->second.end());
        if (command.front() == found->first) break;
    }
    return command;
}

}  // namespace banyan::pvm_console
