// banyan hosts: the hosts of the running virtual machine.
#include "tools/banyan/host_options.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

void show_hosts(bool json) {
    auto machine = daemon::virtual_machine::find();
    const auto hosts = machine.hosts();
    if (json) return print_json("hosts", {{"machine", machine.id()}, {"hosts", to_json(hosts)}});
    print_hosts(hosts);
}

}  // namespace

void add_hosts_verb(CLI::App& app) {
    auto json = std::make_shared<bool>(false);
    auto* verb = app.add_subcommand("hosts", "List the hosts of the virtual machine");
    add_json_option(*verb, *json);
    verb->callback([json] { show_hosts(*json); });
}

}  // namespace banyan::tools
