// banyan add: more hosts for the running virtual machine.
#include "tools/banyan/host_options.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

struct add_options {
    host_options hosts;
    bool json = false;
};

void add(const add_options& o) {
    const auto wanted = o.hosts.hosts();
    if (wanted.empty()) throw verb_error(exit_status::usage, "add: name a host or give --hostfile");
    auto machine = daemon::virtual_machine::find();
    machine.add(wanted);
    show_hosts("add", machine, o.json);
}

}  // namespace

void add_add_verb(CLI::App& app) {
    auto o = std::make_shared<add_options>();
    auto* verb = app.add_subcommand("add", "Add hosts to the virtual machine: all of these or none");
    o->hosts.add_to(*verb);
    add_json_option(*verb, o->json);
    verb->callback([o] { add(*o); });
}

}  // namespace banyan::tools
