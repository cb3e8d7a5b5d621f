// banyan ps: lists the tasks of the running virtual machine, and shows what they wait for.
#include <fmt/format.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "daemon/client/virtual_machine.hpp"
#include "daemon/common/names.hpp"
#include "tools/banyan/error_line.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/text_table.hpp"
#include "tools/banyan/wait_text.hpp"

namespace banyan::tools {
namespace {

struct ps_options {
    bool waits = false;
    bool json = false;
};

nlohmann::ordered_json task_json(const daemon::task_info& task) {
    return {{"task", daemon::task_name(task.task)},
            {"run", task.run},
            {"rank", task.rank},
            {"host", task.host},
            {"pid", task.pid},
            {"program", task.program}};
}

// Programs and hosts may have control characters in their names.
void print_tasks(const std::vector<daemon::task_info>& tasks) {
    std::vector<table_row> rows{{"task", "run", "rank", "pid", "host", "program"}};
    for (const auto& task : tasks)
        rows.push_back({daemon::task_name(task.task), std::to_string(task.run), std::to_string(task.rank),
                        std::to_string(task.pid), task.host, task.program});
    fmt::print("{}", text_for(STDOUT_FILENO, text_table(">>>><<", rows)));
}

void show_tasks(bool as_json) {
    auto virtual_machine = daemon::virtual_machine::find();
    const auto tasks = virtual_machine.tasks();
    if (!as_json) return print_tasks(tasks);
    auto list = nlohmann::ordered_json::array();
    for (const auto& task : tasks)
        list.push_back(task_json(task));
    print_json("ps", 2, {{"virtual_machine", virtual_machine.id()}, {"tasks", list}});
}

void show_waits(bool as_json) {
    auto virtual_machine = daemon::virtual_machine::find();
    const auto tasks = virtual_machine.waits();
    if (!as_json) {
        fmt::print("{}", text_for(STDOUT_FILENO, wait_text(tasks)));
        return;
    }
    auto list = nlohmann::ordered_json::array();
    for (const auto& each : tasks) {
        list.push_back(task_json(each.task));
        std::vector<daemon::task_waits> same_run;
        for (const auto& other : tasks)
            if (other.task.run == each.task.run) same_run.push_back(other);
        list.back()["waits"] = wait_json(each, same_run);
    }
    print_json("ps", 2, {{"virtual_machine", virtual_machine.id()}, {"tasks", list}, {"cycles", cycle_json(tasks)}});
}

}  // namespace

void add_ps_options(CLI::App& verb) {
    auto o = std::make_shared<ps_options>();
    verb.add_flag("--waits", o->waits, "Show what each task waits for, and which ranks wait for each other");
    add_json_option(verb, o->json);
    verb.callback([o] { o->waits ? show_waits(o->json) : show_tasks(o->json); });
}

}  // namespace banyan::tools
