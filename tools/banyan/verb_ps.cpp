// banyan ps: the tasks of the running virtual machine.
#include <fmt/format.h>

#include "daemon/client/virtual_machine.hpp"
#include "daemon/common/names.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

void show_tasks(bool json) {
    auto machine = daemon::virtual_machine::find();
    const auto tasks = machine.tasks();
    if (!json) {
        fmt::print("{:>8}  {:>4}  {:>4}  {:>8}  {:<16}  program\n", "task", "run", "rank", "pid", "host");
        for (const auto& task : tasks)
            fmt::print("{:>8}  {:>4}  {:>4}  {:>8}  {:<16}  {}\n", daemon::task_name(task.task), task.run, task.rank,
                       task.pid, task.host, task.program);
        return;
    }
    auto list = nlohmann::ordered_json::array();
    for (const auto& task : tasks)
        list.push_back({{"task", daemon::task_name(task.task)},
                        {"run", task.run},
                        {"rank", task.rank},
                        {"host", task.host},
                        {"pid", task.pid},
                        {"program", task.program}});
    print_json("ps", {{"machine", machine.id()}, {"tasks", list}});
}

}  // namespace

void add_ps_verb(CLI::App& app) {
    add_plain_verb(app, "ps", "List the tasks of the virtual machine", show_tasks);
}

}  // namespace banyan::tools
