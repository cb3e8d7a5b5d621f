// The runs of a virtual machine: placement, and requests that concern all of them.
#include <fmt/format.h>

#include <algorithm>

#include "daemon/common/names.hpp"
#include "daemon/coordinator/coordinator.hpp"
#include "daemon/coordinator/placement.hpp"

namespace banyan::daemon {

using net::errc;

namespace {

// No task: the message concerns no run.
net::task_id task_of(const wire::FromHost& message) {
    switch (message.kind_case()) {
        case wire::FromHost::kStarted:
            return net::task_id{message.started().task()};
        case wire::FromHost::kNotStarted:
            return net::task_id{message.not_started().task()};
        case wire::FromHost::kOutput:
            return net::task_id{message.output().task()};
        case wire::FromHost::kDied:
            return net::task_id{message.died().task()};
        case wire::FromHost::kEnded:
            return net::task_id{message.ended().task()};
        case wire::FromHost::kInputTaken:
            return net::task_id{message.input_taken().task()};
        case wire::FromHost::kPublished:
            return net::task_id{message.published().task()};
        case wire::FromHost::kLeft:
            return net::task_id{message.left().task()};
        case wire::FromHost::kFailed:
            return net::task_id{message.failed().task()};
        case wire::FromHost::kGaveUp:
            return net::task_id{message.gave_up().task()};
        case wire::FromHost::kReport:
            return net::task_id{message.report().task()};
        default:
            return {};
    }
}

}  // namespace

std::vector<coordinator::host_pointer> coordinator::choose_hosts(const wire::StartRun& request) const {
    std::vector<host_pointer> chosen;
    for (const auto& name : request.hosts())
        chosen.push_back(member(name));
    if (!chosen.empty()) return chosen;
    for (const auto& [number, host] : hosts_)
        if (host->is_member()) chosen.push_back(host);
    return chosen;
}

std::shared_ptr<run> coordinator::start_run(const wire::StartRun& request, std::vector<wire::ProgramPart> program,
                                            run::handlers handlers) {
    if (down_) throw net::error(errc::closed, "the virtual machine is being taken down");
    if (program.empty() || program.front().command().empty())
        throw net::error(errc::invalid_argument, "no program to run");
    const auto chosen = choose_hosts(request);
    std::vector<int> slots;
    for (const auto& host : chosen)
        slots.push_back(host->slots());
    std::vector<std::shared_ptr<run_host>> places;
    for (const int index : place(request.tasks(), request.per_host(), slots))
        places.push_back(chosen[static_cast<std::size_t>(index)]);
    const auto r = std::make_shared<run>(io_, ++last_run_, request, std::move(program), places);
    keep_run(r);
    r->start(std::move(handlers));
    return r;
}

void coordinator::keep_run(const std::shared_ptr<run>& r) {
    runs_[r->number()] = r;
    r->on_forgotten([this, number = r->number()] { runs_.erase(number); });
}

// All messages of hosts that concern runs are about one task.
void coordinator::tell_runs(const wire::FromHost& message) {
    if (const auto of_task = run_with(task_of(message))) of_task->take(message);  // a run that ends removes itself
}

std::shared_ptr<run> coordinator::run_with(net::task_id task) const {
    const auto found = std::ranges::find_if(runs_, [task](const auto& entry) { return entry.second->has_task(task); });
    return found == runs_.end() ? nullptr : found->second;
}

std::shared_ptr<run> coordinator::run_of(const std::string& token) const {
    if (token.empty()) return nullptr;
    const auto found = std::ranges::find(runs_, token, [](const auto& entry) { return entry.second->token(); });
    return found == runs_.end() ? nullptr : found->second;
}

void coordinator::kill_tasks(const wire::KillTasks& request) {
    for (const auto id : request.tasks()) {
        const net::task_id task{id};
        if (!run_with(task))
            throw net::error(errc::unknown_task, fmt::format("no task {} in this virtual machine", task_name(task)));
    }
    for (const auto id : request.tasks())
        for (const auto& [number, r] : runs_)
            r->signal_task(net::task_id{id}, request.signal());
}

wire::Hosts coordinator::list_hosts() const {
    wire::Hosts list;
    list.set_plain_data(plain_data_);
    for (const auto& lost : lost_)
        *list.add_lost() = lost;
    for (const auto& [number, host] : hosts_) {
        if (!host->is_member()) continue;
        auto& entry = *list.add_hosts();
        entry.set_number(number);
        entry.set_name(host->name());
        entry.set_address(host->address());
        entry.set_slots(host->slots());
        entry.set_speed(host->speed().declared);
        *entry.mutable_measured_speed() = host->speed().measured;
        int tasks = 0;
        for (const auto& [index, r] : runs_)
            tasks += r->living_on(host->number());
        entry.set_tasks(tasks);
        host->describe_to_pvm(entry);
    }
    return list;
}

wire::Tasks coordinator::list_tasks() const {
    wire::Tasks list;
    for (const auto& [number, r] : runs_)
        r->list(list);
    return list;
}

void coordinator::ask_waits(const wait_collector::done_handler& done) {
    if (runs_.empty()) return done({});
    const auto all = std::make_shared<wire::Waits>();
    const auto left = std::make_shared<std::size_t>(runs_.size());
    const auto runs = runs_;
    for (const auto& [number, r] : runs)
        r->ask_waits([all, left, done](const wire::Waits& some) {
            all->MergeFrom(some);
            if (--*left == 0) done(*all);
        });
}

}  // namespace banyan::daemon
