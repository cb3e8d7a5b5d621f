#include "daemon/coordinator/known_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "banyan/net/error.hpp"

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

/// A host can only know the runs that have tasks on it.
void check(net::host_id from, const wire::RunKnown& run) {
    const auto& hosts = run.record().hosts();
    if (run.record().run() != run.run() ||
        std::ranges::none_of(hosts, [&](const auto& host) { return host.number() == from.value; }))
        refuse_report(fmt::format("run {}, which has no task there", run.run()));
}

}  // namespace

bool may_start(const wire::StartRun& request, bool may_be_forgotten) {
    const bool has_output = std::ranges::any_of(request.received(), [](std::uint64_t bytes) { return bytes > 0; });
    return !request.is_again() || (!has_output && !may_be_forgotten);
}

void known_runs::take(net::host_id from, const wire::FromHost& message) {
    if (message.has_run_known()) take(from, message.run_known());
    if (message.has_task_known())
        runs_[message.task_known().run()].tasks[message.task_known().task()] = message.task_known();
}

void known_runs::take(net::host_id from, const wire::RunKnown& run) {
    auto& known = runs_[run.run()];
    if (run.has_record()) {
        check(from, run);
        if (known.record.tasks().empty()) known.record = run.record();
        if (!std::ranges::equal(known.record.tasks(), run.record().tasks()))
            refuse_report(fmt::format("a record of run {} that differs from that of another host", run.run()));
    }
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
        if (task.ended() && task.run() == run.run()) known.tasks.try_emplace(task.task(), task);
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
