// Waits for and tests several requests together.
#include <algorithm>
#include <mutex>

#include "libnet/messaging/any_set.hpp"
#include "libnet/messaging/pending_set.hpp"

namespace banyan::net {

std::size_t wait_any(request_span requests, deadline until) {
    const detail::any_set set(requests, "wait_any");
    const std::lock_guard held(set.box());
    set.wait(until);
    return set.first_done();
}

std::optional<std::size_t> test_any(request_span requests) {
    const detail::any_set set(requests, "test_any");
    const std::lock_guard held(set.box());
    if (!set.any_done()) set.box().make_progress();
    if (!set.any_done()) return std::nullopt;
    return set.first_done();
}

std::vector<std::size_t> wait_some(request_span requests, deadline until) {
    const detail::any_set set(requests, "wait_some");
    const std::lock_guard held(set.box());
    set.wait(until);
    return set.all_done();
}

namespace {

// Waits for requests of one mailbox; once one has failed, only for a short time. Sets `first` to that failure unless it
// has one.
void settle(detail::pending_set& set, deadline until, std::optional<error>& first) {
    const std::lock_guard held(*set.box());
    const auto soon = [&] {
        return deadline(std::min(until.when(), deadline::clock::now() + detail::pending_set::grace));
    };
    if (!first && !set.wait_until([&] { return set.settled(); }, until))
        (void)detail::result(*set.box(), set.current(), false);
    if (const auto* failed = first ? nullptr : set.first_failure()) first = *failed->failure;
    if (first) set.wait_for_the_rest(soon());
}

// As settle(), without waiting; returns true if all are done.
bool look_at(detail::pending_set& set, std::optional<error>& first) {
    const std::lock_guard held(*set.box());
    if (!set.all_done()) set.box()->make_progress();
    if (const auto* failed = first ? nullptr : set.first_failure()) first = *failed->failure;
    return set.all_done();
}

}  // namespace

void wait_all(request_span requests, deadline until) {
    std::optional<error> first;
    while (!requests.empty()) {
        auto set = detail::pending_set::take_first(requests);
        if (set.box()) settle(set, until, first);
    }
    if (first) throw error(*first);
}

bool test_all(request_span requests) {
    std::optional<error> first;
    bool done = true;
    while (!requests.empty()) {
        auto set = detail::pending_set::take_first(requests);
        if (set.box()) done = look_at(set, first) && done;
    }
    if (first) throw error(*first);
    return done;
}

}  // namespace banyan::net
