#include "libnet/messaging/progress.hpp"

#include <algorithm>

#include "libnet/messaging/idle_policy.hpp"
#include "libnet/messaging/traced_wait.hpp"

namespace banyan::net::detail {
namespace {

using namespace std::chrono_literals;

constexpr unsigned rounds_per_poll = 256;  // weight of the rounds between two polls of the reactor
constexpr unsigned calls_per_round = 16;   // calls that complete at once between two rounds
constexpr unsigned rounds_per_clock = 64;  // rounds between two readings of the clock, while messages lack credit
constexpr auto credit_wait = 10ms;         // a receiver that takes messages returns credit far more often

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

bool progress::make(round_weight weight) {
    calls_since_round_ = 0;
    rounds_ += weight;
    driver& maker = links_.maker();
    const bool all = reads_all_links();
    if (!sleep_.asleep() && (rounds_ >= rounds_per_poll || maker.busy() || !all)) {
        rounds_ = 0;
        if (!all) maker.arm();
        maker.poll();
    }
    bool moved_any = links_.read_ready(all, weight == by_itself);
    if (protocol_.lacks_credit() && ++rounds_without_credit_ >= rounds_per_clock) send_rendezvous_requests();
    if (protocol_.has_output()) moved_any |= links_.flush();
    if (failures_.next_check().passed()) {
        failures_.report_due(links_);
        links_.report_unreported();
    }
    moved_any |= links_.have_ended();
    if (protocol_.wants_connection()) links_.connect_wanted();
    if (!sleep_.asleep() && links_.have_ended()) links_.drop_ended();
    return moved_any;
}

// Reading a link costs as much as asking the driver which links are readable. While a thread sleeps in the driver, the
// driver cannot be asked.
bool progress::reads_all_links() const {
    if (sleep_.asleep() || settings_.spin.count() > 0) return links_.are_few();
    return links_.size() <= 1;
}

void progress::make_now_and_then() {
    if (++calls_since_round_ >= calls_per_round) make();
}

bool progress::make_in_background() {
    links_.maker().poll();
    if (protocol_.lacks_credit()) send_rendezvous_requests();
    return make();
}

// Sends rendezvous requests for messages that get no credit, because their receiver may wait for other messages.
void progress::send_rendezvous_requests() {
    rounds_without_credit_ = 0;
    const auto now = deadline::clock::now();
    if (now < next_rendezvous_) return;
    next_rendezvous_ = now + credit_wait;
    protocol_.send_rendezvous_requests();
}

bool progress::wait_until(const std::function<bool()>& done, deadline until, operation* detachable,
                          wait_subject about) {
    if (done()) {
        make_now_and_then();
        if (done()) return true;  // a message that was found may be lost together with its sender
    }
    if (detachable && detach_behind_others(*detachable, done)) return true;
    const traced_wait recorded(trace_, about);
    waiter me{.done = done, .until = until, .detachable = detachable, .about = about};
    if (detachable) me.copy_at = deadline(settings_.detach_after + time_of_copy(*detachable));
    while (leader_) {
        follow(me);
        if (!done() && !out_of_time(me, deadline::clock::now())) continue;
        wake_next_leader();  // this thread may be the one that was woken to lead
        return done();
    }
    return lead(me);
}

// For a send after buffered sends to the same receiver: only the first send waits for the receiver. Makes progress
// once, because the receiver may have become ready.
bool progress::detach_behind_others(operation& send, const std::function<bool()>& done) {
    if (!protocol_.is_behind_buffered_sends(send)) return false;
    make();
    return done() || (protocol_.is_behind_buffered_sends(send) && protocol_.detach(send) && done());
}

void progress::wake_next_leader() {
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
    wake_waiters();  // this thread may have completed operations of others
    lock_.unlock();
    me.wake->sleep(me.alarm());
    lock_.lock();
    std::erase(followers_, &me);
}

bool progress::lead(waiter& me) {
    const struct leadership {
        leadership(progress& b, waiter& w) : box(b) { box.leader_ = &w; }
        ~leadership() {
            box.leader_ = nullptr;
            if (!box.followers_.empty()) box.wake_next_leader();
        }
        progress& box;
    } leading(*this, me);

    idle_policy idle(settings_.spin);
    while (true) {
        if (lock_.wanted()) lock_.yield();
        const bool moved_any = make(of_a_loop);
        if (!followers_.empty()) wake_followers();
        if (me.done()) return true;
        if (!idle.wants_clock(moved_any)) continue;
        const auto now = deadline::clock::now();
        if (me.since == deadline::clock::time_point{}) me.since = now;
        if (out_of_time(me, now)) return me.done();
        const auto step = idle.next(now);
        if (step == idle_policy::step::yield) lock_.yield();
        if (step != idle_policy::step::sleep) continue;
        sleep(deadline(std::min(me.alarm().when(), failures_.next_check().when())));
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
    if (protocol_.lacks_credit()) {
        send_rendezvous_requests();
        links_.flush();
        wake_followers();  // their sends may be complete now
        if (leader_ && leader_->done()) return;
    }
    sleep_ends_for_requests_ = protocol_.lacks_credit();
    if (sleep_ends_for_requests_) until = deadline(std::min(until.when(), next_rendezvous_));
    sleep_.begin();
    const struct asleep {
        explicit asleep(leader_sleep& s) : sleep(s) {}
        ~asleep() { sleep.end(); }
        leader_sleep& sleep;
    } until_return(sleep_);
    driver_changed_ = false;
    rounds_ = rounds_per_poll;  // the round after the sleep polls
    links_.maker().arm();
    links_.watch_full(sleep_);
    const struct unlocked {
        explicit unlocked(progress& b) : box(b) { box.lock_.unlock(); }
        ~unlocked() { box.lock_.lock(); }
        progress& box;
    } without_lock(*this);
    links_.maker().sleep(until);
}

void progress::wake_waiters() {
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
    return driver_changed_ || links_.have_ended() || (protocol_.lacks_credit() && !sleep_ends_for_requests_) ||
           links_.need_attention(sleep_);
}

void progress::note_driver_change() {
    driver_changed_ = true;
    if (sleep_.asleep()) return;
    if (protocol_.wants_connection()) links_.connect_wanted();
    if (links_.have_ended()) links_.drop_ended();
}

}  // namespace banyan::net::detail
