#include "libnet/pvm3/tasker_search.hpp"

#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "libnet/base/program_search.hpp"
#include "libnet/pvm3/own_host.hpp"

namespace banyan::pvm3 {

void tasker_search::keep_variables() {
    const std::lock_guard lock(mutex_);
    variables_.clear();
    for (char** entry = ::environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string setting = *entry;
        const auto equals = setting.find('=');
        if (equals != std::string::npos) variables_.emplace(setting.substr(0, equals), setting.substr(equals + 1));
    }
}

std::vector<std::string> tasker_search::folders_of(const std::string& list) const {
    const std::lock_guard lock(mutex_);
    return net::search_folders(list, [&](const std::string& name) -> const char* {
        const auto found = variables_.find(name);
        if (found != variables_.end()) return found->second.c_str();
        return name == "PVM_ARCH" ? own_architecture : nullptr;
    });
}

wire::ProgramFound tasker_search::answer(const wire::FindProgram& wanted) const {
    std::error_code unknown;
    const std::string directory =
        wanted.directory().empty() ? std::filesystem::current_path(unknown).string() : wanted.directory();
    wire::ProgramFound found;
    found.set_task(wanted.task());
    found.set_path(net::find_program(wanted.program(), folders_of(wanted.search_list()), directory));
    return found;
}

}  // namespace banyan::pvm3
