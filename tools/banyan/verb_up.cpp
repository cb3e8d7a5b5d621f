// banyan up: starts a virtual machine that stays.
#include <fmt/format.h>

#include "tools/banyan/host_options.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

struct up_options {
    host_options hosts;
    daemon::virtual_machine_options machine;
    bool json = false;
};

void up(const up_options& o) {
    auto machine = daemon::virtual_machine::start(o.hosts.hosts(), o.machine);
    if (!o.json) fmt::print("virtual machine {}\n", machine.id());
    show_hosts("up", machine, o.json);
}

}  // namespace

void add_up_verb(CLI::App& app) {
    auto o = std::make_shared<up_options>();
    auto* verb = app.add_subcommand("up", "Start a virtual machine of these hosts (none: this computer)");
    o->hosts.add_to(*verb);
    verb->add_flag("--plain-data", o->machine.plain_data,
                   "Do not encrypt the connections between tasks of different hosts");
    add_json_option(*verb, o->json);
    verb->callback([o] { up(*o); });
}

}  // namespace banyan::tools
