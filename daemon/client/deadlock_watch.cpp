#include "daemon/client/deadlock_watch.hpp"

#include <algorithm>
#include <utility>

namespace banyan::daemon {
namespace {

/// Between two answers that have to agree. Much longer than messages between hosts take.
constexpr std::chrono::milliseconds confirmation_time{1000};

}  // namespace

deadlock_watch::deadlock_watch(std::chrono::milliseconds quiet_time, clock::time_point now)
    : quiet_time_(std::max(quiet_time, std::chrono::milliseconds(1))) {
    note_output(now);
}

void deadlock_watch::note_output(clock::time_point now) {
    quiet_since_ = now;
    requests_ = 0;
    before_.reset();
    next_ = regular();
}

deadlock_watch::clock::time_point deadlock_watch::regular() const {
    const std::int64_t times = requests_ == 0 ? 1 : requests_ == 1 ? 6 : 60 * (requests_ - 1);
    return quiet_since_ + times * quiet_time_;
}

void deadlock_watch::note_request(clock::time_point now) {
    while (regular() <= now)
        ++requests_;
    next_ = regular();
}

std::vector<int> deadlock_watch::take(const std::vector<task_waits>& tasks, clock::time_point now) {
    if (!next_) return {};
    if (const auto before = std::exchange(before_, std::nullopt)) {
        auto cycle = find_deadlock(before->tasks, tasks, now - before->at);
        if (!cycle.empty()) next_.reset();
        return cycle;
    }
    if (find_idle_cycle(tasks).empty()) return {};
    before_ = answer{tasks, now};
    next_ = std::min(*next_, now + std::min(quiet_time_, confirmation_time));
    return {};
}

}  // namespace banyan::daemon
