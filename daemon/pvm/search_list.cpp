#include "daemon/pvm/search_list.hpp"

#include <cstdlib>

#include "libnet/pvm3/own_host.hpp"

namespace banyan::daemon::pvm {

std::string default_search_list() {
    const auto is_set = [](const char* name) { return std::getenv(name) && *std::getenv(name); };
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

}  // namespace banyan::daemon::pvm
