#include "libnet/messaging/member_wait.hpp"

#include <time.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "libnet/messaging/operations.hpp"

namespace banyan::net::detail {
namespace {

using namespace std::chrono_literals;
using time_point = deadline::clock::time_point;

constexpr auto ordinary_wait = 50ms;  // a longer wait examines unexpected messages and tells the awaited task
constexpr auto grace = 200ms;         // for messages and reports in transit

// The time of the last timer tick. It costs less than the steady clock and is exact enough for ordinary_wait.
time_point recent_time() {
    timespec now{};
    (void)::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return time_point(std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec));
}

deadline sooner(deadline a, time_point b) {
    return std::min(a.when(), b);
}

bool is_loss(const operation& op) {
    return op.failure->which() == errc::peer_lost || op.failure->which() == errc::host_lost;
}

// The task that has not begun its part of this operation; none if data are under way.
task_id idle_side(const operation& op) {
    const bool under_way = op.arriving || (op.sending && op.sending->where == outgoing::stage::leaving);
    return under_way ? task_id{} : op.other_side();
}

// Blocks until the set is settled, a member has died, or the deadline has passed.
void await(pending_set& set, group_watch& watch, deadline until) {
    mailbox_impl& box = *set.box();
    const auto ended = [&] { return set.settled() || box.failures().death_among(watch.members()) != nullptr; };
    if (set.wait_until(ended, sooner(until, recent_time() + ordinary_wait)) || until.passed()) return;
    watch.send_waiting(box, set.current().other_side());
    bool in_time = true;  // at the deadline, the messages that have come are examined once more, and no later ones
    while (!ended()) {
        watch.examine_messages(box, idle_side(set.current()));
        const auto ended_or_news = [&] { return ended() || watch.has_news(box); };
        const bool more = set.wait_until(ended_or_news, sooner(until, watch.next_check().when()));
        if (until.passed() && (!more || !std::exchange(in_time, false))) return;
    }
}

// A member has died or a peer is lost. Throws the failure that caused it if it becomes known in time.
void await_explanation(pending_set& set, group_watch& watch, deadline until) {
    mailbox_impl& box = *set.box();
    const auto* death = box.failures().death_among(watch.members());
    const deadline soon = sooner(until, (death ? death->known_since : deadline::clock::now()) + grace);
    const auto news = [&] { return watch.has_news(box); };
    const auto wait_for_news = [&] {
        return set.all_done() ? box.wait_until(news, soon)
                              : set.wait_until([&] { return set.all_done() || news(); }, soon) && news();
    };
    bool in_time = true;  // as above
    do
        watch.examine_messages(box, {});
    while (wait_for_news() && std::exchange(in_time, !soon.passed()));
}

}  // namespace

const operation* member_wait::finish(pending_set& set, group_watch& watch, deadline until) {
    mailbox_impl& box = *set.box();
    const std::lock_guard held(box);
    set.belongs_to_collective();
    if (!set.settled())
        await(set, watch, until);
    else if (watch.has_backlog(box))
        watch.examine_messages(box, {});
    const operation* failed = set.first_failure();
    if (!failed && set.all_done()) return nullptr;
    if (failed && !is_loss(*failed)) return failed;
    if (!failed && !box.failures().death_among(watch.members())) (void)result(box, set.current(), false);
    await_explanation(set, watch, until);
    failed = set.first_failure();
    if (!failed && set.all_done()) return nullptr;
    if (const auto* death = box.failures().death_among(watch.members())) throw error(death->what);
    throw error(*failed->failure);
}

}  // namespace banyan::net::detail
