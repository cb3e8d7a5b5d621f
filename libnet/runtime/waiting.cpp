// The part of the postbox that blocks: who makes progress, who waits for it, and who wakes whom.
#include "libnet/runtime/waiting.hpp"

#include <algorithm>

#include "libnet/runtime/postbox.hpp"

namespace banyan::net::detail {
namespace {

// With more tasks than cores: a round of the tasks that share a core takes some tens of microseconds, a sleep of all of
// them costs more than that. With many tasks each turn takes longer, so that each gives way only a few times.
constexpr std::chrono::microseconds yielding{200};

// A long message waits for its receiver as long as its copy would take, so that waiting and copying together take at
// most twice the time of the better choice.
std::chrono::microseconds time_of_copy(const operation& send) {
    constexpr std::size_t bytes_per_us = 1000;
    return std::chrono::microseconds(send.payload.size_bytes() / bytes_per_us);
}

}  // namespace

patience::step patience::next(deadline::clock::time_point now) {
    if (moved_) return step::look;
    if (idle_since_ == deadline::clock::time_point{}) idle_since_ = now;
    polite_ = now - idle_since_ >= undivided;
    if (now - idle_since_ < spin_) return polite_ ? step::yield : step::look;
    return spin_.count() == 0 && now - idle_since_ < yielding ? step::yield : step::sleep;
}

bool postbox::wait_until(const std::function<bool()>& done, deadline until, operation* detachable, wait_subject about) {
    if (done()) {
        look_now_and_then();
        if (done()) return true;  // a message that was found may be lost with its sender
    }
    if (detachable && queue_up(*detachable, done)) return true;
    waiter me{.done = done, .until = until, .detachable = detachable, .about = about};
    if (detachable) me.copy_at = deadline(options_.detach_after + time_of_copy(*detachable));
    while (leader_) {
        follow(me);
        if (!done() && !out_of_time(me, deadline::clock::now())) continue;
        hand_on();  // it may have been this thread's turn to lead
        return done();
    }
    return lead(me);
}

// For one of many sends to a receiver that does not come: only the first of them is given time. Looks for news of the
// receiver all the same.
bool postbox::queue_up(operation& send, const std::function<bool()>& done) {
    if (!protocol_.is_behind_buffered_sends(send)) return false;
    progress();
    return done() || (protocol_.is_behind_buffered_sends(send) && protocol_.detach(send) && done());
}

void postbox::hand_on() {
    if (!leader_ && !followers_.empty()) followers_.front()->bell->ring();
}

// Sleeps once. The lead may have become free meanwhile.
void postbox::follow(waiter& me) {
    me.rung = false;
    if (!me.bell) {
        me.bell.emplace();
        me.since = deadline::clock::now();
    }
    followers_.push_back(&me);
    unlock();  // what this thread has started or read may be what others wait for
    me.bell->sleep(me.alarm());
    turn_.lock();
    std::erase(followers_, &me);
}

bool postbox::lead(waiter& me) {
    const struct tenure {
        tenure(postbox& b, waiter& w) : box(b) { box.leader_ = &w; }
        ~tenure() {
            box.leader_ = nullptr;
            if (!box.followers_.empty()) box.hand_on();
        }
        postbox& box;
    } in_the_lead(*this, me);

    patience idle(spin_);
    while (true) {
        if (turn_.wanted()) turn_.give_way();
        const bool moved_any = progress(of_a_loop);
        if (!followers_.empty()) wake_followers();
        if (me.done()) return true;
        if (!idle.wants_clock(moved_any)) continue;
        const auto now = deadline::clock::now();
        if (me.since == deadline::clock::time_point{}) me.since = now;
        if (out_of_time(me, now)) return me.done();
        const auto step = idle.next(now);
        if (step == patience::step::yield) turn_.give_way();
        if (step != patience::step::sleep) continue;
        sleep_in_driver(deadline(std::min(me.alarm().when(), next_burial_.when())));
        driver_->poll();
        idle.refresh();
    }
}

// True when the wait is over although its condition did not come true by itself. A send whose time to be copied has
// come is done by that, also where the thread woke so late that its deadline has passed as well; if the send buffer has
// no room, its receiver must come.
bool postbox::out_of_time(waiter& me, deadline::clock::time_point now) {
    const bool copy_is_due = now >= me.copy_at.when() && me.copy_at.when() <= me.until.when();
    if (copy_is_due && protocol_.detach(*me.detachable)) return true;
    if (now >= me.until.when()) return true;
    if (!copy_is_due) return false;
    constexpr std::chrono::milliseconds until_rendezvous{2};
    me.copy_at = protocol_.awaits_rendezvous(*me.detachable) ? deadline(until_rendezvous) : deadline{};
    return false;
}

void postbox::sleep_in_driver(deadline until) {
    if (protocol_.has_stuck()) {
        request_to_send_stuck();
        flush_all();
        wake_followers();  // those whose sends that was
        if (leader_ && leader_->done()) return;
    }
    slept_on_stuck_ = protocol_.has_stuck();
    if (slept_on_stuck_) until = deadline(std::min(until.when(), next_rendezvous_));
    sleep_.begin();
    const struct asleep {
        explicit asleep(leader_sleep& s) : sleep(s) {}
        ~asleep() { sleep.end(); }
        leader_sleep& sleep;
    } until_return(sleep_);
    served_ = false;
    driver_->arm();
    for (auto& c : connections_) {
        if (!c->waits_for_room()) continue;
        sleep_.set(c->write_watch);
        driver_->watch_writable(c->peer);
    }
    const struct absence {
        explicit absence(postbox& b) : box(b) { box.turn_.unlock(); }
        ~absence() { box.turn_.lock(); }
        postbox& box;
    } without_lock(*this);
    driver_->sleep(until);
}

void postbox::tell_waiters() {
    wake_followers();
    if (!sleep_.asleep() || sleep_.is_woken()) return;
    if (sleep_.must_wake(leader_needed() || (leader_ && leader_->done()))) driver_->wake();
}

void postbox::wake_followers() {
    for (waiter* w : followers_)
        if (!w->rung && w->done()) {
            w->rung = true;
            w->bell->ring();
        }
}

bool postbox::leader_needed() const {
    if (served_ || !ended_.empty() || (protocol_.has_stuck() && !slept_on_stuck_)) return true;
    return std::any_of(connections_.begin(), connections_.end(), [this](const auto& c) {
        const bool unwatched = c->waits_for_room() && !sleep_.is_watched(c->write_watch);
        return unwatched || (c->bytes->holds_bytes() && !c->ended);  // the system wakes nobody for them
    });
}

}  // namespace banyan::net::detail
