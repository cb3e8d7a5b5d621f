#include "daemon/pvm/search_list.hpp"

#include "libnet/base/environment.hpp"
#include "libnet/pvm3/own_host.hpp"

namespace banyan::daemon::pvm {
namespace {

bool is_set(const char* name) {
    return !net::environment_value(name).empty();
}

}  // namespace

std::string default_search_list() {
    if (is_set("PVM_PATH")) return net::environment_value("PVM_PATH");
    const std::string architecture = is_set("PVM_ARCH") ? "$PVM_ARCH" : pvm3::own_architecture;
    // Without PVM_ROOT its folder would be one of the system.
    const std::string root = is_set("PVM_ROOT") ? ":$PVM_ROOT/bin/" + architecture : "";
    return "$HOME/pvm3/bin/" + architecture + root;
}

// A host on another computer has variables of its own, and PVM_ARCH is set for each task.
std::string remote_search_list() {
    return "$PVM_PATH:$HOME/pvm3/bin/$PVM_ARCH:$PVM_ROOT/bin/$PVM_ARCH";
}

std::string search_list_of(const start_order& order, const pvm_host& host, bool is_on_another_computer) {
    std::string list = host.search_list;
    if (list.empty()) list = is_on_another_computer ? remote_search_list() : default_search_list();
    for (const auto& folder : order.fallback_folders)
        list += ":" + folder;
    return list;
}

std::vector<std::string> debugger_paths(const std::string& chosen) {
    if (!chosen.empty()) return {chosen};
    return {"$PVM_DEBUGGER", "$PVM_ROOT/lib/debugger"};
}

}  // namespace banyan::daemon::pvm
