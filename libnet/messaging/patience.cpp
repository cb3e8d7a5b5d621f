#include "libnet/messaging/patience.hpp"

namespace banyan::net::detail {
namespace {

// For oversubscribed hosts. A round of the tasks that share a core takes some tens of microseconds; a sleep of all of
// them takes longer. With many tasks each turn takes longer, so a task yields only a few times.
constexpr std::chrono::microseconds yielding{200};

}  // namespace

patience::step patience::next(deadline::clock::time_point now) {
    if (moved_) return step::look;
    if (idle_since_ == deadline::clock::time_point{}) idle_since_ = now;
    polite_ = now - idle_since_ >= undivided;
    if (now - idle_since_ < spin_) return polite_ ? step::yield : step::look;
    return spin_.count() == 0 && now - idle_since_ < yielding ? step::yield : step::sleep;
}

}  // namespace banyan::net::detail
