#include "daemon/client/wait_graph.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "daemon/coordinator/placement.hpp"

namespace banyan::daemon {
namespace {

constexpr std::chrono::milliseconds blocked_for{
    100};  // longer than a message takes, so that calls in progress do not count

using call_kind = net::detail::blocked_call::kind;

bool is_known(const std::vector<rank_waits>& ranks, int rank) {
    return rank >= 0 && static_cast<std::size_t>(rank) < ranks.size();
}

// The numbers come from another process, so they are checked.
bool is_rank(int number) {
    return number >= 0 && number < most_tasks;
}

// The ranks that can never continue: all blocked ranks, without those that another rank may still end.
std::vector<bool> stuck_among(const std::vector<rank_waits>& ranks) {
    std::vector<bool> stuck;
    for (const auto& each : ranks)
        stuck.push_back(each.blocked);
    const auto may_end = [&](int other) { return is_known(ranks, other) && !stuck[static_cast<std::size_t>(other)]; };
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            if (!stuck[rank]) continue;
            const bool goes_on = std::ranges::any_of(
                ranks[rank].calls, [&](const auto& call) { return std::ranges::any_of(call, may_end); });
            if (goes_on) stuck[rank] = false;
            changed |= goes_on;
        }
    }
    return stuck;
}

bool is_blocked(const net::detail::blocked_call& call) {
    const bool listed = call.awaited.size() == call.awaited_count && !call.awaited.empty();
    const bool under_way = std::ranges::any_of(call.awaited, &net::detail::awaited_message::under_way);
    return listed && !under_way && call.what != call_kind::other && call.waited >= blocked_for;
}

}  // namespace

std::vector<int> find_cycle(const std::vector<rank_waits>& ranks) {
    const auto stuck = stuck_among(ranks);
    const auto next_of = [&](int rank) {
        for (const auto& call : ranks[static_cast<std::size_t>(rank)].calls)
            for (const int other : call)
                if (is_known(ranks, other) && stuck[static_cast<std::size_t>(other)]) return other;
        return -1;
    };
    std::vector<bool> walked(ranks.size(), false);
    for (std::size_t start = 0; start < ranks.size(); ++start) {
        std::vector<int> path;
        for (int at = stuck[start] ? static_cast<int>(start) : -1; at >= 0; at = next_of(at)) {
            const auto seen = std::ranges::find(path, at);
            if (seen != path.end()) {
                std::vector<int> cycle(seen, path.end());
                std::rotate(cycle.begin(), std::ranges::min_element(cycle), cycle.end());
                return cycle;
            }
            if (walked[static_cast<std::size_t>(at)]) break;
            walked[static_cast<std::size_t>(at)] = true;
            path.push_back(at);
        }
    }
    return {};
}

std::vector<rank_waits> graph_of(const std::vector<task_waits>& run) {
    std::map<net::task_id, int> rank_of;
    int highest = -1;
    for (const auto& each : run) {
        if (!is_rank(each.task.rank)) continue;
        rank_of[each.task.task] = each.task.rank;
        highest = std::max(highest, each.task.rank);
    }
    std::vector<rank_waits> ranks(static_cast<std::size_t>(highest + 1));
    for (const auto& each : run) {
        if (!is_rank(each.task.rank)) continue;
        auto& rank = ranks[static_cast<std::size_t>(each.task.rank)];
        rank.blocked = each.what == task_waits::answer::answered && !each.seen.calls.empty() &&
                       std::ranges::all_of(each.seen.calls, is_blocked);
        for (const auto& call : each.seen.calls) {
            auto& others = rank.calls.emplace_back();
            for (const auto& awaited : call.awaited) {
                if (awaited.peer && rank_of.contains(*awaited.peer)) others.push_back(rank_of[*awaited.peer]);
                if (awaited.peer) continue;
                for (const auto& [task, other] : rank_of)
                    if (other != each.task.rank) others.push_back(other);
            }
        }
    }
    return ranks;
}

}  // namespace banyan::daemon
