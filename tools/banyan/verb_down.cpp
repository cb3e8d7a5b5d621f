// banyan down: ends the running virtual machine and everything in it.
#include <fmt/format.h>

#include "daemon/client/virtual_machine.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

void down(bool json) {
    auto machine = daemon::virtual_machine::find();
    const std::string id = machine.id();
    machine.down();
    if (json) return print_json("down", {{"machine", id}});
    fmt::print("virtual machine {} is down\n", id);
}

}  // namespace

void add_down_verb(CLI::App& app) {
    add_plain_verb(app, "down", "End the virtual machine and all that runs in it", down);
}

}  // namespace banyan::tools
