// banyan hosts: the hosts of the running virtual machine.
#include "tools/banyan/host_options.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

void hosts(bool json) {
    auto machine = daemon::virtual_machine::find();
    show_hosts("hosts", machine, json);
}

}  // namespace

void add_hosts_verb(CLI::App& app) {
    add_plain_verb(app, "hosts", "List the hosts of the virtual machine", hosts);
}

}  // namespace banyan::tools
