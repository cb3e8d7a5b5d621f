#include "ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "dice.hpp"

namespace banyan::net::simulation {
namespace {

bool takes(const selector& from, task_id source, const destination& to) {
    return (!from.source || *from.source == source) && (!from.tag || *from.tag == to.tag) && from.context == to.context;
}

// False if a receive is known to have been tied to another message than this.
bool may_be(const std::optional<message_info>& held, task_id source, const destination& to, std::size_t size_bytes) {
    return !held || (held->source == source && held->tag == to.tag && held->size_bytes == size_bytes);
}

}  // namespace

template <class Entry>
void ledger::say(const Entry& entry, const char* what) const {
    if (telling_) fmt::print("{}: {}\n", text(entry), what);
}

std::size_t ledger::enter_send(task_id from, const destination& to, std::size_t size_bytes) {
    const std::size_t number = messages_.size();
    messages_.push_back({from, to, size_bytes});
    streams_[{from, to.task, to.context}].push_back(number);
    say(messages_[number], "sent");
    return number;
}

void ledger::send_done(std::size_t number) {
    messages_[number].ended = fate::done;
    say(messages_[number], "its memory is free");
}

void ledger::send_withdrawn(std::size_t number) {
    messages_[number].ended = fate::withdrawn;
    say(messages_[number], "withdrawn");
}

void ledger::send_cancelled(std::size_t number) {
    messages_[number].ended = fate::cancelled;
    say(messages_[number], "cancelled");
}

bool ledger::ambiguous(task_id from, const destination& to, std::size_t size_bytes) const {
    if (size_bytes < telling_bytes) return false;
    const auto found = streams_.find({from, to.task, to.context});
    return found != streams_.end() && std::any_of(found->second.begin(), found->second.end(), [&](std::size_t number) {
               return messages_[number].size_bytes == size_bytes;
           });
}

std::vector<std::byte> ledger::content(std::size_t number) const {
    std::vector<std::byte> bytes(messages_[number].size_bytes);
    dice content(number + 1);
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
        const std::uint64_t word = content.next();
        std::memcpy(bytes.data() + i, &word, std::min(sizeof word, bytes.size() - i));
    }
    return bytes;
}

void ledger::send_failed(std::size_t number, const error& why, const circumstances& world) {
    message_entry& m = messages_[number];
    m.ended = fate::failed;
    say(m, why.what());
    if (m.from == m.to.task && why.which() == errc::resource_limit) return;
    const bool excused = world.broken(m.from, m.to.task) || world.leaving(m.to.task);
    if (!excused || (why.which() != errc::peer_lost && why.which() != errc::connect_failed))
        throw violation(fmt::format("{} failed without need: {}", text(m), why.what()));
}

std::size_t ledger::enter_receive(task_id at, const selector& from, std::size_t room_bytes, std::uint64_t step) {
    receives_.push_back({at, from, room_bytes, step});
    say(receives_.back(), "posted");
    return receives_.size() - 1;
}

void ledger::receive_matched(std::size_t number, std::uint64_t step, const std::optional<message_info>& held) {
    receive_entry& r = receives_[number];
    if (r.matched != never) return;
    r.matched = step;
    r.held = held;
    say(r, "tied to a message");
}

// The first message that fits and has not been taken. Without a payload (of a truncated message), by size alone.
std::size_t ledger::find(const receive_entry& receive, const message_info& info, const std::byte* payload) const {
    const auto found = streams_.find({info.source, receive.at, receive.from.context});
    if (found == streams_.end()) return none;
    for (const std::size_t number : found->second) {
        const message_entry& m = messages_[number];
        if (m.ended == fate::failed && m.from == m.to.task) continue;  // refused at once
        if (m.ended == fate::cancelled) continue;
        if (m.taken_by != none || m.size_bytes != info.size_bytes || m.to.tag != info.tag) continue;
        const bool to_compare = payload && info.size_bytes > 0;
        if (to_compare && std::memcmp(content(number).data(), payload, info.size_bytes) != 0) continue;
        return number;
    }
    return none;
}

void ledger::take(std::size_t message, std::size_t receive) {
    message_entry& m = messages_[message];
    if (!takes(receives_[receive].from, m.from, m.to))
        throw violation(fmt::format("{} took {}", text(receives_[receive]), text(m)));
    m.taken_by = receive;
    receives_[receive].took = message;
    receives_[receive].ended = fate::done;
    ++delivered_;
    say(m, "taken by");
    say(receives_[receive], "done");
}

void ledger::receive_done(std::size_t number, const message_info& info, std::span<const std::byte> payload) {
    const receive_entry& r = receives_[number];
    static constexpr std::byte nothing{};
    const std::size_t message = find(r, info, payload.empty() ? &nothing : payload.data());
    if (message == none)
        throw violation(fmt::format("{} got {} bytes, tag {}, from task {:x} that were never sent or came before",
                                    text(r), info.size_bytes, info.tag.value, info.source.value));
    if (info.size_bytes > r.room_bytes) throw violation(fmt::format("{} overflowed", text(r)));
    take(message, number);
    messages_[message].arrived = true;
}

void ledger::receive_failed(std::size_t number, const message_info& info, const error& why,
                            const circumstances& world) {
    receive_entry& r = receives_[number];
    if (why.which() == errc::truncated) {
        const std::size_t message = find(r, info, nullptr);
        if (message == none || info.size_bytes <= r.room_bytes)
            throw violation(fmt::format("{} was truncated without need: {}", text(r), why.what()));
        return take(message, number);
    }
    r.ended = fate::failed;
    say(r, why.what());
    const task_id peer = why.peer();
    const bool excused = (!r.from.source || *r.from.source == peer) && (world.broken(r.at, peer) || world.left(peer));
    if (!excused || (why.which() != errc::peer_lost && why.which() != errc::connect_failed))
        throw violation(fmt::format("{} failed without need: {}", text(r), why.what()));
}

void ledger::receive_withdrawn(std::size_t number, std::uint64_t step) {
    receives_[number].ended = fate::withdrawn;
    receives_[number].let_go = step;
    say(receives_[number], "withdrawn");
}

void ledger::check(const circumstances& world) const {
    check_sends(world);
    check_receives(world);
    for (const auto& [key, stream] : streams_)
        check_order(stream);
    check_turns();
}

// Once: every message that was sent and not withdrawn has arrived, unless somebody is gone.
void ledger::check_sends(const circumstances& world) const {
    for (const auto& m : messages_) {
        if (m.ended == fate::open && !world.crashed(m.from)) throw violation(text(m) + " pends for ever");
        const bool due = m.ended == fate::done && !world.left(m.to.task) && !world.broken(m.from, m.to.task) &&
                         !world.crashed(m.from);
        if (due && m.taken_by == none) throw violation(text(m) + " was never delivered");
    }
}

// A receive may wait for ever only for somebody who is there.
void ledger::check_receives(const circumstances& world) const {
    for (const auto& r : receives_) {
        if (r.ended != fate::open || world.left(r.at)) continue;
        if (r.matched != never) throw violation(text(r) + " waits for ever for the rest of its message");
        if (r.from.source ? world.told(r.at, *r.from.source) : world.alone(r.at))
            throw violation(text(r) + " waits for ever for a task that is gone");
    }
}

// In order: a receive never takes a message while an earlier one that it would take too is still to be had.
void ledger::check_order(const std::vector<std::size_t>& stream) const {
    for (std::size_t later = 0; later < stream.size(); ++later) {
        const message_entry& second = messages_[stream[later]];
        if (second.taken_by == none) continue;
        const receive_entry& taker = receives_[second.taken_by];
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            const message_entry& first = messages_[stream[earlier]];
            const bool went = first.ended == fate::open || first.ended == fate::done;
            if (!went && first.taken_by == none) continue;
            if (takes(taker.from, first.from, first.to) && !held_by_other(first, taker))
                throw violation(
                    fmt::format("{} took {} although {} came first", text(taker), text(second), text(first)));
        }
    }
}

// True if, when `later_taker` was tied to its message, another receive was, or may have been, tied to `earlier`: one
// that took it, or one that was withdrawn later, or that lost it with the peer, or that crashed with its task.
bool ledger::held_by_other(const message_entry& earlier, const receive_entry& later_taker) const {
    if (earlier.taken_by != none) {
        const receive_entry& r = receives_[earlier.taken_by];
        if (r.matched < later_taker.matched || (r.matched == later_taker.matched && r.posted <= later_taker.posted))
            return true;
    }
    return std::any_of(receives_.begin(), receives_.end(), [&](const receive_entry& r) {
        const bool let_go_later = r.ended != fate::withdrawn || r.let_go >= later_taker.matched;
        return r.at == earlier.to.task && r.ended != fate::done && r.matched <= later_taker.matched && let_go_later &&
               takes(r.from, earlier.from, earlier.to) && may_be(r.held, earlier.from, earlier.to, earlier.size_bytes);
    });
}

// Of the receives that a message fits, the one that was posted first takes it.
void ledger::check_turns() const {
    for (auto first = receives_.begin(); first != receives_.end(); ++first) {
        if (first->ended == fate::failed) continue;  // nobody knows how long it could have taken a message
        const std::uint64_t tied = std::min(first->matched, first->let_go);
        for (auto second = first + 1; second != receives_.end() && second->posted < tied; ++second) {
            if (second->at != first->at || second->took == none || second->matched >= tied) continue;
            const message_entry& m = messages_[second->took];
            if (takes(first->from, m.from, m.to))
                throw violation(
                    fmt::format("{} took {} although {} was posted before", text(*second), text(m), text(*first)));
        }
    }
}

std::string ledger::text(const message_entry& m) const {
    return fmt::format("message {} of {} bytes from task {:x} to {:x}, context {}, tag {}", &m - messages_.data(),
                       m.size_bytes, m.from.value, m.to.task.value, m.to.context.value, m.to.tag.value);
}

std::string ledger::text(const receive_entry& r) const {
    return fmt::format("receive {} at task {:x} (source {}, tag {}, context {}, {} bytes)", &r - receives_.data(),
                       r.at.value, r.from.source ? fmt::format("{:x}", r.from.source->value) : "any",
                       r.from.tag ? std::to_string(r.from.tag->value) : "any", r.from.context.value, r.room_bytes);
}

}  // namespace banyan::net::simulation
