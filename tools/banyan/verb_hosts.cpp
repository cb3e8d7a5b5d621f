// banyan hosts: lists the hosts of the running virtual machine.
#include "tools/banyan/host_options.hpp"
#include "tools/banyan/json_output.hpp"

namespace banyan::tools {
namespace {

void hosts(bool as_json) {
    auto virtual_machine = daemon::virtual_machine::find();
    show_hosts("hosts", virtual_machine, as_json);
}

}  // namespace

void add_hosts_options(CLI::App& verb) {
    add_only_json_option(verb, hosts);
}

}  // namespace banyan::tools
