// banyan delete: removes hosts from the running virtual machine. Runs with tasks on them end.
#include "tools/banyan/host_options.hpp"
#include "tools/banyan/json_output.hpp"

namespace banyan::tools {
namespace {

struct delete_options {
    std::vector<std::string> names;
    bool json = false;
};

void remove(const delete_options& o) {
    auto virtual_machine = daemon::virtual_machine::find();
    virtual_machine.remove(o.names);
    show_hosts("delete", virtual_machine, o.json);
}

}  // namespace

void add_delete_options(CLI::App& verb) {
    auto o = std::make_shared<delete_options>();
    verb.add_option("HOST", o->names, "Names of hosts, as `banyan hosts` shows them")->type_name("")->required();
    add_json_option(verb, o->json);
    verb.callback([o] { remove(*o); });
}

}  // namespace banyan::tools
