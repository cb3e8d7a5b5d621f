// banyan kill: sends a signal to tasks of the running virtual machine.
#include <fmt/format.h>

#include <csignal>

#include "daemon/client/virtual_machine.hpp"
#include "daemon/common/names.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/json_output.hpp"

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
        refuse_value("--signal", o.signal, fmt::format("a name, for example TERM, or a number from 1 to {}", NSIG - 1));
    std::vector<net::task_id> ids;
    for (const auto& text : o.tasks) {
        ids.push_back(daemon::parse_task_name(text));
        if (ids.back() == net::task_id{}) refuse_value("TASK", text, "a task id from the first column of `banyan ps`");
    }
    auto virtual_machine = daemon::virtual_machine::find();
    virtual_machine.kill(ids, signal);
    if (o.json)
        print_json("kill", 2, {{"virtual_machine", virtual_machine.id()}, {"tasks", o.tasks}, {"signal", signal}});
}

}  // namespace

void add_kill_options(CLI::App& verb) {
    auto o = std::make_shared<kill_options>();
    verb.add_option("TASK", o->tasks, "Task ids, as `banyan ps` shows them")->type_name("")->required();
    verb.add_option("--signal", o->signal, "Name or number of the signal")->type_name("SIGNAL")->capture_default_str();
    add_json_option(verb, o->json);
    verb.callback([o] { kill_tasks(*o); });
}

}  // namespace banyan::tools
