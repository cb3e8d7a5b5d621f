// Lists of tasks and of what they wait for, and signals to single tasks.
#include <algorithm>

#include "daemon/coordinator/run.hpp"

namespace banyan::daemon {

bool run::has_task(net::task_id task) const {
    return std::ranges::find(members_, task, &member::task) != members_.end();
}

int run::living_on(net::host_id host) const {
    return static_cast<int>(std::ranges::count_if(
        members_, [host](const member& m) { return m.host->number() == host && m.is_present(); }));
}

void run::list(wire::Tasks& tasks) const {
    for (const auto& m : members_) {
        if (!m.is_present()) continue;
        list_task(m, *tasks.add_tasks());
    }
}

void run::list_task(const member& m, wire::Task& entry) const {
    entry.set_task(m.task.value);
    entry.set_rank(m.rank);
    entry.set_host(m.host->name());
    entry.set_pid(m.pid);
    entry.set_program(program_name_);
    entry.set_run(number_);
}

void run::ask_waits(wait_collector::done_handler done) {
    wire::Waits first;
    for (const auto& m : members_) {
        if (!m.is_present()) continue;
        auto& entry = *first.add_tasks();
        list_task(m, *entry.mutable_task());
        const auto attached = all_attached() ? wire::TaskWaits::SILENT : wire::TaskWaits::ATTACHING;
        entry.set_answer(m.published && !m.left ? attached : wire::TaskWaits::NOT_ATTACHED);
    }
    const std::uint64_t number = ++last_wait_request_;
    auto answers = std::make_shared<wait_collector>(
        io_, std::move(first), [self = shared_from_this(), number, done = std::move(done)](const wire::Waits& waits) {
            self->wait_collectors_.erase(number);
            done(waits);
        });
    wait_collectors_[number] = answers;
    wire::ToHost message;
    message.mutable_report_request()->set_run(number_);
    message.mutable_report_request()->mutable_request()->set_request(number);
    tell_hosts(message);
    answers->start();
}

void run::signal_task(net::task_id task, int number) {
    for (const auto& m : members_)
        if (m.task == task && m.state == phase::alive) signal_task_of(m, number);
}

void run::signal_task_of(const member& m, int number) const {
    wire::ToHost message;
    message.mutable_signal()->set_task(m.task.value);
    message.mutable_signal()->set_signal(number);
    message.mutable_signal()->set_only_process(request_.signals_only_processes());
    m.host->send(message);
}

}  // namespace banyan::daemon
