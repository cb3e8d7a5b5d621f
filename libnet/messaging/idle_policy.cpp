#include "libnet/messaging/idle_policy.hpp"

namespace banyan::net::detail {
namespace {

// For oversubscribed hosts. A round of the tasks that share a core takes some tens of microseconds; a sleep of all of
// them takes longer. With many tasks each turn takes longer, so a task yields only a few times.
constexpr std::chrono::microseconds yielding{200};

}  // namespace

idle_policy::step idle_policy::next(deadline::clock::time_point now) {
    if (moved_) return step::poll;
    if (idle_since_ == deadline::clock::time_point{}) idle_since_ = now;
    yields_ = now - idle_since_ >= without_yield;
    if (now - idle_since_ < spin_) return yields_ ? step::yield : step::poll;
    return spin_.count() == 0 && now - idle_since_ < yielding ? step::yield : step::sleep;
}

}  // namespace banyan::net::detail
