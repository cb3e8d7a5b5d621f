#include "libnet/messaging/progress.hpp"

#include <algorithm>

#include "libnet/messaging/patience.hpp"

namespace banyan::net::detail {
namespace {

using namespace std::chrono_literals;

constexpr unsigned looks_per_poll = 256;    // weight of the rounds between two polls of the reactor
constexpr unsigned calls_per_look = 16;     // calls that complete at once between two rounds
constexpr unsigned looks_per_clock = 64;    // rounds between two readings of the clock, while messages lack credit
constexpr auto patience_for_credit = 10ms;  // a receiver that takes messages returns credit far more often

// A long message waits for its receiver as long as a copy of it would take. So waiting and copying together take at
// most twice the time of the better choice.
std::chrono::microseconds time_of_copy(const operation& send) {
    constexpr std::size_t bytes_per_us = 1000;
    return std::chrono::microseconds(send.payload.size_bytes() / bytes_per_us);
}

}  // namespace

progress::progress(const settings& chosen, contended_lock& lock, detail::protocol& protocol, connections& links,
                   peer_failures& failures)
    : settings_(chosen), lock_(lock), protocol_(protocol), links_(links), failures_(failures) {}

bool progress::make(look_weight weight) {
    unlooked_ = 0;
    looks_ += weight;
    driver& maker = links_.maker();
    const bool few = links_.are_few();
    if (!sleep_.asleep() && (looks_ >= looks_per_poll || maker.busy() || !few)) {
        looks_ = 0;
        if (!few) maker.arm();
        maker.poll();
    }
    bool moved_any = links_.read_ready(few, weight == by_itself);
    if (protocol_.has_stuck() && ++stuck_looks_ >= looks_per_clock) request_to_send_stuck();
    if (protocol_.has_output()) moved_any |= links_.flush();
    if (failures_.next_check().passed()) {
        failures_.tell_due(links_);
        links_.tell_untold();
    }
    moved_any |= links_.have_ended();
    if (protocol_.wants_connection()) links_.connect_wanted();
    if (!sleep_.asleep() && links_.have_ended()) links_.drop_ended();
    return moved_any;
}

void progress::make_now_and_then() {
    if (++unlooked_ >= calls_per_look) make();
}

bool progress::make_in_background() {
    links_.maker().poll();
    if (protocol_.has_stuck()) request_to_send_stuck();
    return make();
}

// Sends rendezvous requests for messages that get no credit, because their receiver may wait for other messages.
void progress::request_to_send_stuck() {
    stuck_looks_ = 0;
    const auto now = deadline::clock::now();
    if (now < next_rendezvous_) return;
    next_rendezvous_ = now + patience_for_credit;
    protocol_.request_to_send_stuck();
}

bool progress::wait_until(const std::function<bool()>& done, deadline until, operation* detachable,
                          wait_subject about) {
    if (done()) {
        make_now_and_then();
        if (done()) return true;  // a message that was found may be lost together with its sender
    }
    if (detachable && queue_up(*detachable, done)) return true;
    waiter me{.done = done, .until = until, .detachable = detachable, .about = about};
    if (detachable) me.copy_at = deadline(settings_.detach_after + time_of_copy(*detachable));
    while (leader_) {
        follow(me);
        if (!done() && !out_of_time(me, deadline::clock::now())) continue;
        hand_on();  // this thread may be the one that was woken to lead
        return done();
    }
    return lead(me);
}

// For a send behind buffered sends to the same receiver: only the first send waits for the receiver. Makes progress
// once, because the receiver may have become ready.
bool progress::queue_up(operation& send, const std::function<bool()>& done) {
    if (!protocol_.is_behind_buffered_sends(send)) return false;
    make();
    return done() || (protocol_.is_behind_buffered_sends(send) && protocol_.detach(send) && done());
}

void progress::hand_on() {
    if (!leader_ && !followers_.empty()) followers_.front()->wake->signal();
}

// Sleeps once. There may be no leader when it returns.
void progress::follow(waiter& me) {
    me.woken = false;
    if (!me.wake) {
        me.wake.emplace();
        me.since = deadline::clock::now();
    }
    followers_.push_back(&me);
    tell_waiters();  // this thread may have completed operations of others
    lock_.unlock();
    me.wake->sleep(me.alarm());
    lock_.lock();
    std::erase(followers_, &me);
}

bool progress::lead(waiter& me) {
    const struct tenure {
        tenure(progress& b, waiter& w) : box(b) { box.leader_ = &w; }
        ~tenure() {
            box.leader_ = nullptr;
            if (!box.followers_.empty()) box.hand_on();
        }
        progress& box;
    } in_the_lead(*this, me);

    patience idle(settings_.spin);
    while (true) {
        if (lock_.wanted()) lock_.give_way();
        const bool moved_any = make(of_a_loop);
        if (!followers_.empty()) wake_followers();
        if (me.done()) return true;
        if (!idle.wants_clock(moved_any)) continue;
        const auto now = deadline::clock::now();
        if (me.since == deadline::clock::time_point{}) me.since = now;
        if (out_of_time(me, now)) return me.done();
        const auto step = idle.next(now);
        if (step == patience::step::yield) lock_.give_way();
        if (step != patience::step::sleep) continue;
        sleep(deadline(std::min(me.alarm().when(), failures_.next_check().when())));
        links_.maker().poll();
        idle.refresh();
    }
}

// Returns true when the wait ends although its condition has not become true by itself. If the time to copy a send has
// come, the copy completes it, even if the thread woke so late that its deadline has passed too. If the send buffer has
// no room, the send waits for its receiver.
bool progress::out_of_time(waiter& me, deadline::clock::time_point now) {
    const bool copy_is_due = now >= me.copy_at.when() && me.copy_at.when() <= me.until.when();
    if (copy_is_due && protocol_.detach(*me.detachable)) return true;
    if (now >= me.until.when()) return true;
    if (!copy_is_due) return false;
    constexpr std::chrono::milliseconds until_rendezvous{2};
    me.copy_at = protocol_.awaits_rendezvous(*me.detachable) ? deadline(until_rendezvous) : deadline{};
    return false;
}

void progress::sleep(deadline until) {
    if (protocol_.has_stuck()) {
        request_to_send_stuck();
        links_.flush();
        wake_followers();  // their sends may be complete now
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
    links_.maker().arm();
    links_.watch_full(sleep_);
    const struct absence {
        explicit absence(progress& b) : box(b) { box.lock_.unlock(); }
        ~absence() { box.lock_.lock(); }
        progress& box;
    } without_lock(*this);
    links_.maker().sleep(until);
}

void progress::tell_waiters() {
    wake_followers();
    if (!sleep_.asleep() || sleep_.is_woken()) return;
    if (sleep_.must_wake(leader_needed() || (leader_ && leader_->done()))) links_.maker().wake();
}

void progress::wake_followers() {
    for (waiter* w : followers_)
        if (!w->woken && w->done()) {
            w->woken = true;
            w->wake->signal();
        }
}

bool progress::leader_needed() const {
    return served_ || links_.have_ended() || (protocol_.has_stuck() && !slept_on_stuck_) ||
           links_.need_attention(sleep_);
}

void progress::attend_to_driver() {
    served_ = true;
    if (sleep_.asleep()) return;
    if (protocol_.wants_connection()) links_.connect_wanted();
    if (links_.have_ended()) links_.drop_ended();
}

}  // namespace banyan::net::detail
