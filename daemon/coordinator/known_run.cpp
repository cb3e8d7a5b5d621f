#include "daemon/coordinator/known_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "banyan/net/error.hpp"
#include "daemon/common/names.hpp"
#include "daemon/coordinator/placement.hpp"

namespace banyan::daemon {
namespace {

/// Ten years, so that sums with it do not overflow.
constexpr std::int64_t longest_ms = std::int64_t{10} * 366 * 24 * 3600 * 1000;

/// How much a host had received about the end of a run.
int known_parts(const wire::RunEnding& ending) {
    return (ending.has_result() ? 1 : 0) + (ending.interrupted_by() != 0 ? 1 : 0) + (ending.killed() ? 1 : 0);
}

[[noreturn]] void refuse_report(const std::string& what) {
    throw net::error(net::errc::protocol_violation, "its daemon reports " + what);
}

}  // namespace

bool may_start(const wire::StartRun& request, bool may_be_forgotten) {
    const bool has_output = std::ranges::any_of(request.received(), [](std::uint64_t bytes) { return bytes > 0; });
    return !request.is_again() || (!has_output && !may_be_forgotten);
}

void known_runs::count(net::host_id from, const wire::FromHost& message) {
    auto& bytes = bytes_of_host_[from.value];
    bytes += message.ByteSizeLong();
    if (bytes > most_bytes_of_host)
        refuse_report(fmt::format("more than {} MiB about its runs and tasks", most_bytes_of_host >> 20));
}

bool known_runs::has_task(int run, std::uint32_t task) const {
    const auto tasks = tasks_of_run_.find(run);
    return tasks != tasks_of_run_.end() && std::ranges::binary_search(tasks->second, task);
}

void known_runs::take(net::host_id from, const wire::FromHost& message) {
    if (message.has_run_known()) take(from, message.run_known());
    if (message.has_task_known()) take(from, message.task_known());
}

void known_runs::take(net::host_id from, const wire::TaskKnown& task) {
    const auto known = runs_.find(task.run());
    if (known == runs_.end() || !known->second.hosts.contains(from.value) || !has_task(task.run(), task.task()))
        refuse_report(fmt::format("task {} of run {}, which does not have this task there",
                                  task_name(net::task_id{task.task()}), task.run()));
    known->second.tasks[task.task()] = task;
}

// Before a record is compared or stored. The record of the first host that reports the run is stored.
void known_runs::check_record(net::host_id from, const wire::RunRecord& record) {
    if (record.tasks_size() > most_tasks || record.hosts_size() > record.tasks_size())
        refuse_report(
            fmt::format("run {} with {} tasks and {} hosts", record.run(), record.tasks_size(), record.hosts_size()));
    if (std::ranges::none_of(record.tasks(), [&](auto id) { return net::task_id{id}.host_part() == from.value; }))
        refuse_report(fmt::format("run {}, which has no task there", record.run()));
    auto& known = runs_[record.run()].record;
    if (!known.tasks().empty()) {
        if (std::ranges::equal(known.tasks(), record.tasks())) return;
        refuse_report(fmt::format("a record of run {} that differs from that of another host", record.run()));
    }
    std::vector<std::uint32_t> tasks(record.tasks().begin(), record.tasks().end());
    std::ranges::sort(tasks);
    if (std::ranges::adjacent_find(tasks) != tasks.end())
        refuse_report(fmt::format("run {} with two tasks of the same id", record.run()));
    known = record;
    tasks_of_run_[record.run()] = std::move(tasks);
}

// A host stores the record before everything else about a run.
void known_runs::check(net::host_id from, const wire::RunKnown& run) const {
    if (run.run() < 1 || run.run() > last_run_ || !run.has_record() || run.record().run() != run.run())
        refuse_report(fmt::format("run {}, which does not exist", run.run()));
    const auto known = runs_.find(run.run());
    if (known != runs_.end() && known->second.hosts.contains(from.value))
        refuse_report(fmt::format("run {} twice", run.run()));
    if (run.losses_size() > run.record().tasks_size() || run.elsewhere_size() > run.record().tasks_size())
        refuse_report(fmt::format("more losses than tasks of run {}", run.run()));
}

void known_runs::take(net::host_id from, const wire::RunKnown& run) {
    check(from, run);
    check_record(from, run.record());
    auto& known = runs_[run.run()];
    known.hosts.insert(from.value);
    if (run.has_ending() && known_parts(run.ending()) >= known_parts(known.ending)) {
        known.ending = run.ending();
        known.ending.set_grace_ms(std::clamp<std::int64_t>(run.ending().grace_ms(), 0, longest_ms));
        known.ending_age_ms = std::clamp<std::int64_t>(run.ending_age_ms(), 0, longest_ms);
    }
    known.age_ms = std::clamp<std::int64_t>(run.age_ms(), known.age_ms, longest_ms);
    if (static_cast<std::size_t>(run.losses_size()) > known.losses.size())
        known.losses.assign(run.losses().begin(), run.losses().end());
    for (const auto& task : run.elsewhere())
        if (task.ended() && task.run() == run.run() && has_task(run.run(), task.task()))
            known.tasks.try_emplace(task.task(), task);
}

std::map<int, known_run> known_runs::list() const {
    auto found = runs_;
    std::set<std::uint32_t> claimed;
    std::erase_if(found, [&claimed](const auto& entry) {
        const auto& tasks = entry.second.record.tasks();
        const bool is_new = std::ranges::none_of(tasks, [&](std::uint32_t task) { return claimed.contains(task); });
        claimed.insert(tasks.begin(), tasks.end());
        return tasks.empty() || !is_new;
    });
    return found;
}

}  // namespace banyan::daemon
