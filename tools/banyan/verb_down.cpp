// banyan down: ends the running virtual machine and all runs in it.
#include <fmt/format.h>

#include "daemon/client/virtual_machine.hpp"
#include "tools/banyan/json_output.hpp"

namespace banyan::tools {
namespace {

void down(bool as_json) {
    auto virtual_machine = daemon::virtual_machine::find();
    const std::string id = virtual_machine.id();
    virtual_machine.down();
    if (as_json) return print_json("down", 2, {{"virtual_machine", id}});
    fmt::print("virtual machine {} is down\n", id);
}

}  // namespace

void add_down_options(CLI::App& verb) {
    add_only_json_option(verb, down);
}

}  // namespace banyan::tools
