#include "daemon/client/deadlock.hpp"

#include <algorithm>

#include "daemon/client/wait_graph.hpp"

namespace banyan::daemon {
namespace {

bool reports_idle(const task_waits& each) {
    return each.what == task_waits::answer::answered && each.seen.idle;
}

// The same task, still in the same calls, with the same unexpected messages.
bool has_stayed(const task_waits& before, const task_waits& now, std::chrono::duration<double> between) {
    return before.task.task == now.task.task && before.seen.message_count == now.seen.message_count &&
           before.seen.calls.size() == now.seen.calls.size() &&
           std::ranges::all_of(now.seen.calls, [between](const auto& call) { return call.waited >= between; });
}

}  // namespace

std::vector<int> find_idle_cycle(const std::vector<task_waits>& tasks) {
    if (!std::ranges::all_of(tasks, reports_idle)) return {};
    const auto graph = graph_of(tasks);
    const auto cycle = find_cycle(graph);
    const bool is_single = tasks.size() == 1 && !graph.empty() && graph.back().blocked;
    return cycle.empty() && is_single ? std::vector<int>{tasks.front().task.rank} : cycle;
}

std::vector<int> find_deadlock(const std::vector<task_waits>& before, const std::vector<task_waits>& now,
                               std::chrono::duration<double> between) {
    const auto stayed = [between](const task_waits& one, const task_waits& other) {
        return has_stayed(one, other, between);
    };
    if (!std::ranges::equal(before, now, stayed) || find_idle_cycle(before).empty()) return {};
    return find_idle_cycle(now);
}

}  // namespace banyan::daemon
