#include "daemon/pvm/search_list.hpp"

#include <cstdlib>

#include "daemon/common/program_search.hpp"
#include "libnet/pvm3/own_host.hpp"

namespace banyan::daemon::pvm {
namespace {

bool is_set(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != 0;
}

}  // namespace

std::string default_search_list() {
    if (is_set("PVM_PATH")) return std::getenv("PVM_PATH");
    const std::string architecture = is_set("PVM_ARCH") ? "$PVM_ARCH" : pvm3::own_architecture;
    // Without PVM_ROOT its folder would be one of the system.
    const std::string root = is_set("PVM_ROOT") ? ":$PVM_ROOT/bin/" + architecture : "";
    return "$HOME/pvm3/bin/" + architecture + root;
}

// A host on another computer has variables of its own, and PVM_ARCH is set for each task.
std::string remote_search_list() {
    return "$PVM_PATH:$HOME/pvm3/bin/$PVM_ARCH:$PVM_ROOT/bin/$PVM_ARCH";
}

std::string find_debugger(const std::string& chosen) {
    std::string path = with_variables(chosen);
    if (path.empty() && is_set("PVM_DEBUGGER")) path = std::getenv("PVM_DEBUGGER");
    if (path.empty() && is_set("PVM_ROOT")) path = std::string(std::getenv("PVM_ROOT")) + "/lib/debugger";
    return path.starts_with('/') ? find_program(path, {}, "/") : "";
}

}  // namespace banyan::daemon::pvm
