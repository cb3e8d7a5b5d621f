// banyan kill: sends a signal to tasks of the running virtual machine.
#include <fmt/format.h>

#include <csignal>

#include "daemon/client/virtual_machine.hpp"
#include "daemon/common/names.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

struct kill_options {
    std::vector<std::string> tasks;
    std::string signal = "TERM";
    bool json = false;
};

void kill_tasks(const kill_options& o) {
    const int signal = daemon::parse_signal(o.signal);
    if (signal == 0)
        throw verb_error(
            exit_status::usage,
            fmt::format("--signal {}: a name as TERM or a number from 1 to {} is wanted", o.signal, NSIG - 1));
    std::vector<net::task_id> ids;
    for (const auto& text : o.tasks) {
        ids.push_back(daemon::parse_task_name(text));
        if (ids.back() == net::task_id{})
            throw verb_error(exit_status::usage,
                             fmt::format("TASK {}: a task as `banyan ps` names it is wanted", text));
    }
    auto machine = daemon::virtual_machine::find();
    machine.kill(ids, signal);
    if (o.json) print_json("kill", {{"machine", machine.id()}, {"tasks", o.tasks}, {"signal", signal}});
}

}  // namespace

void add_kill_verb(CLI::App& app) {
    auto o = std::make_shared<kill_options>();
    auto* verb = app.add_subcommand("kill", "Send a signal to tasks (and what they started)");
    verb->add_option("TASK", o->tasks, "Tasks, as `banyan ps` names them")->type_name("")->required();
    verb->add_option("--signal", o->signal, "Name or number")->type_name("SIGNAL")->capture_default_str();
    add_json_option(*verb, o->json);
    verb->callback([o] { kill_tasks(*o); });
}

}  // namespace banyan::tools
