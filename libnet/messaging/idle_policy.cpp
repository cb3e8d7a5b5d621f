#include "libnet/messaging/idle_policy.hpp"

namespace banyan::net::detail {
namespace {

// How long a task on an oversubscribed host yields its core before it sleeps. If all tasks that share a core yield it
// in turn, one round takes some tens of microseconds, less than if all of them sleep. With many tasks a round takes
// longer, so a task yields only a few times in this period.
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
