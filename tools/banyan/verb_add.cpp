// banyan add: adds hosts to the running virtual machine.
#include "tools/banyan/host_options.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

struct add_options {
    host_options hosts;
    bool json = false;
};

void add(const add_options& o) {
    const auto wanted = o.hosts.hosts();
    if (wanted.empty()) throw verb_error(exit_status::usage, "add: no host is named, use HOST or --hostfile FILE");
    auto virtual_machine = daemon::virtual_machine::find();
    auto starting = show_start(wanted);
    virtual_machine.add(wanted);
    starting.reset();
    show_hosts("add", virtual_machine, o.json, wanted);
}

}  // namespace

void add_add_options(CLI::App& verb) {
    auto o = std::make_shared<add_options>();
    o->hosts.add_to(verb, "Names of hosts");
    add_json_option(verb, o->json);
    verb.callback([o] { add(*o); });
}

}  // namespace banyan::tools
