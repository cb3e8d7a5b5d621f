#include "daemon/coordinator/known_run.hpp"

#include <algorithm>

namespace banyan::daemon {
namespace {

/// Of two hosts that were told how a run ends, the one that was told more.
int told(const wire::RunEnding& ending) {
    return (ending.has_result() ? 1 : 0) + (ending.interrupted_by() != 0 ? 1 : 0) + (ending.killed() ? 1 : 0);
}

}  // namespace

void known_runs::take(const wire::FromHost& message) {
    if (message.has_run_known()) take(message.run_known());
    if (message.has_task_known())
        runs_[message.task_known().run()].tasks[message.task_known().task()] = message.task_known();
}

void known_runs::take(const wire::RunKnown& run) {
    auto& known = runs_[run.run()];
    if (run.has_record() && run.record().run() == run.run()) known.record = run.record();
    if (run.has_ending() && told(run.ending()) >= told(known.ending)) known.ending = run.ending();
    known.age_ms = std::max(known.age_ms, run.age_ms());
    if (static_cast<std::size_t>(run.losses_size()) > known.losses.size())
        known.losses.assign(run.losses().begin(), run.losses().end());
}

std::map<int, known_run> known_runs::list() const {
    auto found = runs_;
    std::erase_if(found, [](const auto& entry) { return entry.second.record.tasks().empty(); });
    return found;
}

}  // namespace banyan::daemon
