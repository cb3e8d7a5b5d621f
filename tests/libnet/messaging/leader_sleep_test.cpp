// Explores every interleaving of the threads of one mailbox and a peer that reads. The threads are a leader that sleeps
// in the driver, a follower, a sender, and a flusher. While all sleep, no bytes may be left that could be written. No
// thread may sleep if its wait is over.
//
// The model follows the rules of the mailbox: all that a thread does while it holds the lock is one step. The real
// leader_sleep decides which thread to wake. The model also keeps the earlier rule, one flag per link. It shows that
// the search finds the error of that rule.
#include <array>
#include <catch2/catch.hpp>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "libnet/messaging/leader_sleep.hpp"

namespace leader_sleep_test {

namespace {

using banyan::net::detail::leader_sleep;

// The rule under test. `unsent`: the link has bytes that its socket did not take.
struct rule_per_sleep {
    leader_sleep sleep;
    leader_sleep::watch link = 0;

    void fall_asleep(bool unsent) {
        sleep.begin();
        if (unsent) sleep.set(link);
    }
    void return_from_sleep() { sleep.end(); }
    void told_writable() {}
    bool must_wake(bool unsent, bool leader_done) {
        return sleep.must_wake(leader_done || (unsent && !sleep.is_watched(link)));
    }
    // The number of the sleep is unbounded. For the state, it only matters whether the watch is for this sleep.
    [[nodiscard]] auto key() const {
        return std::tuple(sleep.asleep(), sleep.is_woken(), sleep.is_watched(link), false);
    }
};

// A flag that stays set after the sleep. It is cleared when the driver reports that the link is writable.
struct rule_with_flag {
    bool asleep = false, woken = false, watched = false;

    void fall_asleep(bool unsent) {
        asleep = true;
        watched |= unsent;
    }
    void return_from_sleep() { asleep = woken = false; }
    void told_writable() { watched = false; }
    bool must_wake(bool unsent, bool leader_done) {
        if (!asleep || woken) return false;
        return woken = leader_done || (unsent && !watched);
    }
    [[nodiscard]] auto key() const { return std::tuple(asleep, woken, watched, true); }
};

constexpr int capacity = 2;  // units in the socket; the system reports it writable only when it is empty

enum class place : char { looks, sleeps, follows, away };

template <class Rule>
struct world {
    Rule rule;
    // --- the link to the peer
    int unsent = 0, in_socket = 0;
    bool watched = false;   // by the driver
    bool reported = false;  // the driver will end the sleep for this reason
    // --- the driver
    bool wake = false;  // a request to end the current sleep or the next one
    // --- two threads that each wait for one message; the messages arrive in any order
    std::array<place, 2> thread{place::looks, place::follows};
    std::array<bool, 2> arrived{false, false}, received{false, false}, woken{false, false};
    // --- steps that other threads can still do
    int sends = 5, flushes = 2, spurious = 2;

    [[nodiscard]] auto key() const {
        return std::tuple(rule.key(), unsent, in_socket, watched, reported, wake, thread, arrived, received, woken,
                          sends, flushes, spurious);
    }

    [[nodiscard]] int leader() const {
        for (int t = 0; t < 2; ++t)
            if (at(t) == place::looks || at(t) == place::sleeps) return t;
        return -1;
    }
    [[nodiscard]] place at(int t) const { return thread[static_cast<std::size_t>(t)]; }
    void move(int t, place to) { thread[static_cast<std::size_t>(t)] = to; }
    [[nodiscard]] bool done(int t) const { return received[static_cast<std::size_t>(t)]; }
    void wake_up(int t) { woken[static_cast<std::size_t>(t)] = true; }
    [[nodiscard]] bool has_waiter() const {
        return leader() >= 0 || at(0) == place::follows || at(1) == place::follows;
    }

    void flush() {
        while (unsent > 0 && in_socket < capacity) {
            --unsent;
            ++in_socket;
        }
    }
    void look_at_driver() {
        if (!watched || in_socket > 0) return;
        watched = false;
        reported = true;
    }
    // A thread unlocks and wakes the threads that need it.
    void unlock() {
        for (int t = 0; t < 2; ++t)
            if (at(t) == place::follows && done(t)) wake_up(t);
        const int l = leader();
        if (l >= 0 && rule.must_wake(unsent > 0, done(l))) wake = true;
    }
    // Done by every thread that makes progress.
    void progress() {
        for (std::size_t t = 0; t < 2; ++t)
            received[t] = received[t] || arrived[t];
        flush();
    }
};

// The leader makes progress. Then it either is done and passes on the lead, or it sleeps.
template <class Rule>
void look(world<Rule>& w, int t, bool unwatches) {
    w.progress();
    if (std::exchange(w.reported, false)) w.rule.told_writable();
    if (unwatches) w.watched = false;  // a mailbox that spins removes its links from the driver
    const bool over = w.done(t);
    if (over) {
        w.move(t, place::away);
    } else {
        w.rule.fall_asleep(w.unsent > 0);
        w.watched |= w.unsent > 0;
        w.move(t, place::sleeps);
    }
    for (int other = 0; other < 2; ++other)
        if (w.at(other) == place::follows && (over || w.done(other))) w.wake_up(other);
}

// A follower has been woken. It is done, takes a free lead, or sleeps again.
template <class Rule>
void wake_up(world<Rule>& w, int t) {
    w.woken[static_cast<std::size_t>(t)] = false;
    const bool lead_is_free = w.leader() < 0;
    if (!w.done(t)) return lead_is_free ? w.move(t, place::looks) : void();
    w.move(t, place::away);
    for (int other = 0; other < 2 && lead_is_free; ++other)
        if (w.at(other) == place::follows) w.wake_up(other);
}

// Calls visit(world) for each step that is possible without a message of the peer.
template <class Rule, class Visit>
void successors(const world<Rule>& now, Visit visit) {
    const auto step = [&](auto change) {
        world<Rule> next = now;
        change(next);
        next.look_at_driver();
        visit(next);
    };
    const bool readable = (now.arrived[0] && !now.received[0]) || (now.arrived[1] && !now.received[1]);
    for (int t = 0; t < 2; ++t) {
        if (now.at(t) == place::looks)
            for (const bool unwatches : {false, true})
                step([&](world<Rule>& w) { look(w, t, unwatches); });
        if (now.at(t) == place::sleeps && (now.wake || now.reported || readable || now.spurious > 0))
            step([&](world<Rule>& w) {
                if (!w.wake && !w.reported && !readable) --w.spurious;  // for example a signal
                w.wake = false;
                w.rule.return_from_sleep();
                w.move(t, place::looks);
            });
        if (now.at(t) == place::follows && now.woken[static_cast<std::size_t>(t)])
            step([&](world<Rule>& w) { wake_up(w, t); });
    }
    if (now.sends > 0)
        step([](world<Rule>& w) {
            --w.sends;
            ++w.unsent;
            w.flush();
            w.unlock();
        });
    if (now.flushes > 0)
        step([](world<Rule>& w) {
            --w.flushes;
            w.progress();
            w.unlock();
        });
    if (now.in_socket > 0) step([](world<Rule>& w) { --w.in_socket; });
}

struct findings {
    std::size_t worlds = 0;
    bool bytes_left = false;   // they could be written, but all threads wait and nothing moves
    bool thread_left = false;  // it waits although all messages have arrived
};

// Explores all worlds. The peer may send its messages only after it has received all bytes. So the bytes must move
// without messages from it.
template <class Rule>
findings explore() {
    findings found;
    std::set<decltype(world<Rule>().key())> seen;
    std::vector<world<Rule>> open;
    const auto add = [&](const world<Rule>& next) {
        if (seen.insert(next.key()).second) open.push_back(next);
    };
    add({});
    while (!open.empty()) {
        const auto now = open.back();
        open.pop_back();
        ++found.worlds;
        bool moves = false;
        successors(now, [&](const world<Rule>& next) {
            moves |= next.key() != now.key();
            add(next);
        });
        const bool all_here = now.arrived[0] && now.arrived[1];
        if (!moves && now.has_waiter()) {
            found.bytes_left |= now.unsent > 0;
            found.thread_left |= all_here;
        }
        for (std::size_t t = 0; t < 2; ++t) {
            world<Rule> next = now;
            next.arrived[t] = true;
            add(next);
        }
    }
    return found;
}

}  // namespace

TEST_CASE("no interleaving of leader, follower, sender and flusher loses a wake-up", "[waiting]") {
    const auto found = explore<rule_per_sleep>();
    CHECK(found.worlds > 1000);
    CHECK_FALSE(found.bytes_left);
    CHECK_FALSE(found.thread_left);
}

TEST_CASE("the search finds the wake-up that a flag per link loses", "[waiting]") {
    CHECK(explore<rule_with_flag>().bytes_left);
}

}  // namespace leader_sleep_test
