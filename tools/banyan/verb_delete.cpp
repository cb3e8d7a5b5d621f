// banyan delete: takes hosts out of the running virtual machine; the runs that have tasks there end.
#include "tools/banyan/host_options.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

struct delete_options {
    std::vector<std::string> names;
    bool json = false;
};

void remove(const delete_options& o) {
    auto machine = daemon::virtual_machine::find();
    machine.remove(o.names);
    show_hosts("delete", machine, o.json);
}

}  // namespace

void add_delete_verb(CLI::App& app) {
    auto o = std::make_shared<delete_options>();
    auto* verb = app.add_subcommand("delete", "Take hosts out of the virtual machine; runs with tasks there end");
    verb->add_option("HOST", o->names, "Hosts, as `banyan hosts` names them")->type_name("")->required();
    add_json_option(*verb, o->json);
    verb->callback([o] { remove(*o); });
}

}  // namespace banyan::tools
