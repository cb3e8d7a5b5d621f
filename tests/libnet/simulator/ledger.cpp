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

// False if it is known that the receive was matched with another message.
bool may_be(const std::optional<message_info>& held, task_id source, const destination& to, std::size_t size_bytes) {
    return !held || (held->source == source && held->tag == to.tag && held->size_bytes == size_bytes);
}

}  // namespace

template <class Entry>
void ledger::say(const Entry& entry, const char* what) const {
    if (telling_) fmt::print("{}: {}\n", text(entry), what);
}

std::size_t ledger::enter_send(task_id from, const destination& to, std::size_t size_bytes, bool held) {
    const std::size_t number = messages_.size();
    messages_.push_back({from, to, size_bytes, held});
    streams_[{from, to.task, to.context}].push_back(number);
    say(messages_[number], "sent");
    return number;
}

void ledger::send_done(std::size_t number) {
    message_entry& m = messages_[number];
    m.ended = fate::done;
    say(m, "its memory is free");
    if (knows_revocation_of(m.to.context, m.from)) throw violation(text(m) + " succeeded in a revoked group");
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
    if (size_bytes < distinct_bytes) return false;
    const auto found = streams_.find({from, to.task, to.context});
    return found != streams_.end() && std::any_of(found->second.begin(), found->second.end(), [&](std::size_t number) {
               return messages_[number].size_bytes == size_bytes;
           });
}

std::vector<std::byte> ledger::content(std::size_t number) const {
    std::vector<std::byte> bytes(messages_[number].size_bytes);
    dice content(number + 1);
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
        const std::uint64_t word = i == 0 ? number : content.next();  // short ones differ as far as possible
        std::memcpy(bytes.data() + i, &word, std::min(sizeof word, bytes.size() - i));
    }
    return bytes;
}

void ledger::send_failed(std::size_t number, const error& why, const circumstances& world) {
    message_entry& m = messages_[number];
    m.ended = fate::failed;
    say(m, why.what());
    if (ended_by_revocation(m.to.context, why)) return;
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

void ledger::receive_untied(std::size_t number, std::uint64_t step) {
    receive_entry& r = receives_[number];
    r.earlier_ties.emplace_back(r.matched, step);
    r.matched = never;
    r.held.reset();
    say(r, "its message was taken back");
}

// The first message that fits and has not been taken. The payload of a truncated message is not known. Then only the
// size is compared, and cancelled messages are included: the cancel can be too late for a receive that is too short.
std::size_t ledger::find(const receive_entry& receive, const message_info& info, const std::byte* payload) const {
    const auto found = streams_.find({info.source, receive.at, receive.from.context});
    if (found == streams_.end()) return none;
    for (const std::size_t number : found->second) {
        const message_entry& m = messages_[number];
        if (m.ended == fate::cancelled && payload) continue;
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
    if (knows_revocation_of(m.to.context, m.to.task))
        throw violation(fmt::format("{} took {} in a revoked group", text(receives_[receive]), text(m)));
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
    if (ended_by_revocation(r.from.context, why)) {
        if (!one_frame_a_step_) r.held.reset();  // it may have been matched with another message in this step
        return;
    }
    if (why.which() == errc::cancelled && r.held && given_up(r)) return;
    const task_id peer = why.peer();
    const bool nothing_left = world.leaving(peer) && !was_available(r, world);
    const bool excused =
        (!r.from.source || *r.from.source == peer) && (world.broken(r.at, peer) || world.left(peer) || nothing_left);
    if (!excused || (why.which() != errc::peer_lost && why.which() != errc::connect_failed))
        throw violation(fmt::format("{} failed without need: {}", text(r), why.what()));
}

// True if the sender may have retracted the claimed message of this receive.
bool ledger::given_up(const receive_entry& r) const {
    return std::any_of(messages_.begin(), messages_.end(), [&](const message_entry& m) {
        return (m.ended == fate::withdrawn || m.ended == fate::cancelled) && m.to.task == r.at &&
               may_be(r.held, m.from, m.to, m.size_bytes);
    });
}

// True if the receive was matched, in that step, with a message that was retracted later.
bool ledger::tied_elsewhere(const receive_entry& r, std::uint64_t step) {
    return std::any_of(r.earlier_ties.begin(), r.earlier_ties.end(),
                       [&](const auto& tie) { return tie.first <= step && step <= tie.second; });
}

// True if the receive may have been matched with a message that its sender retracted in the same step.
bool ledger::unseen_tie(const receive_entry& r) const {
    return !one_frame_a_step_ && std::any_of(messages_.begin(), messages_.end(), [&](const message_entry& m) {
        const bool given_up = m.ended == fate::withdrawn || m.ended == fate::cancelled;
        return given_up && m.taken_by == none && m.to.task == r.at && takes(r.from, m.from, m.to);
    });
}

void ledger::receive_withdrawn(std::size_t number, std::uint64_t step) {
    receives_[number].ended = fate::withdrawn;
    receives_[number].let_go = step;
    say(receives_[number], "withdrawn");
}

void ledger::revoke(task_id caller, context_id group) {
    revoked_ = group;
    callers_.insert(caller);
    if (telling_) fmt::print("task {:x} revokes the group of context {}\n", caller.value, group.value);
}

bool ledger::ended_by_revocation(context_id context, const error& why) const {
    return why.which() == errc::revoked && is_revoked(context) && callers_.contains(why.peer());
}

// A task that revokes the group tells all members, and a member that learns of it tells at least its neighbours.
bool ledger::must_learn_of_revocation(task_id member, const circumstances& world) const {
    return std::any_of(informed_.begin(), informed_.end(), [&](task_id other) {
        const bool neighbour = other.value + 1 == member.value || member.value + 1 == other.value;
        return other == member || ((callers_.contains(other) || neighbour) && !world.left(other) &&
                                   !world.broken(other, member) && !world.leaving(member));
    });
}

void ledger::check(const circumstances& world) const {
    check_sends(world);
    check_receives(world);
    check_revocation(world);
    for (const auto& [key, stream] : streams_)
        check_order(stream);
    check_turns();
}

void ledger::check_pairs(const circumstances& world, std::size_t most_buffered) const {
    for (const auto& r : receives_) {
        if (r.ended != fate::open || r.matched != never || world.leaving(r.at)) continue;
        for (const auto& [key, stream] : streams_) {
            if (std::get<1>(key) != r.at || std::get<2>(key) != r.from.context) continue;
            for (const std::size_t number : stream)
                if (must_be_received(number, r, world, most_buffered))
                    throw violation(fmt::format("{} waits although {} does", text(r), text(messages_[number])));
        }
    }
}

// True if the message was sent and not taken, and the receive matches it. False for messages of a revoked group,
// because they may have been dropped.
bool ledger::fits(const message_entry& m, const receive_entry& receive) const {
    const bool sent = (m.ended == fate::open || m.ended == fate::done) && !is_revoked(m.to.context);
    return sent && m.taken_by == none && m.to.task == receive.at && takes(receive.from, m.from, m.to);
}

// True if another receive, or a claim, may have been matched with the message in `step` or later.
bool ledger::elsewhere(const message_entry& m, std::uint64_t step) const {
    return std::any_of(receives_.begin(), receives_.end(), [&](const receive_entry& other) {
        const bool has_it = other.ended == fate::open || (other.ended == fate::withdrawn && other.let_go >= step);
        return other.at == m.to.task && has_it && other.matched != never && takes(other.from, m.from, m.to) &&
               may_be(other.held, m.from, m.to, m.size_bytes);
    });
}

// True if the receive has failed although a message was available for it. A message that was matched with another
// receive counts as taken, even if that receive releases it later.
bool ledger::was_available(const receive_entry& receive, const circumstances& world) const {
    return std::any_of(messages_.begin(), messages_.end(), [&](const message_entry& m) {
        return fits(m, receive) && !elsewhere(m, receive.posted) && !world.left(m.from) &&
               !world.broken(m.from, receive.at);
    });
}

// True if there is no valid reason why the receive does not have the message.
bool ledger::must_be_received(std::size_t number, const receive_entry& receive, const circumstances& world,
                              std::size_t most_buffered) const {
    const message_entry& m = messages_[number];
    if (!fits(m, receive) || elsewhere(m, never)) return false;
    if (world.left(m.from) || world.broken(m.from, receive.at) || world.told(receive.at, m.from)) return false;
    const bool before_request = std::any_of(&m, messages_.data() + messages_.size(), [&](const message_entry& other) {
        return other.from == m.from && other.to.task == m.to.task && other.held && other.ended == fate::open;
    });
    if (before_request) return true;
    const auto buffered = std::count_if(messages_.begin(), messages_.end(), [&](const message_entry& other) {
        return other.from == m.from && other.to.task == m.to.task && other.taken_by == none &&
               (other.ended == fate::done || other.ended == fate::withdrawn);
    });
    return static_cast<std::size_t>(buffered) <= most_buffered;
}

std::size_t ledger::untaken(task_id at) const {
    return static_cast<std::size_t>(std::count_if(messages_.begin(), messages_.end(), [&](const message_entry& m) {
        return m.to.task == at && m.taken_by == none;
    }));
}

// Every message that was sent and not withdrawn has arrived exactly once, unless a task is lost or the group of the
// message is revoked.
void ledger::check_sends(const circumstances& world) const {
    for (const auto& m : messages_) {
        if (m.ended == fate::open && !world.crashed(m.from)) throw violation(text(m) + " pends for ever");
        const bool due = m.ended == fate::done && !world.left(m.to.task) && !world.broken(m.from, m.to.task) &&
                         !world.crashed(m.from) && !is_revoked(m.to.context);
        if (due && m.taken_by == none) throw violation(text(m) + " was never delivered");
    }
}

// A receive may stay open only if the task that it waits for is still there.
void ledger::check_receives(const circumstances& world) const {
    for (const auto& r : receives_) {
        if (r.ended != fate::open || world.left(r.at)) continue;
        if (r.matched != never) throw violation(text(r) + " waits for ever for the rest of its message");
        if (r.from.source ? world.told(r.at, *r.from.source) : world.alone(r.at))
            throw violation(text(r) + " waits for ever for a task that is gone");
    }
}

// No receive of a revoked group waits at a member that is connected to those that know of it.
void ledger::check_revocation(const circumstances& world) const {
    for (const auto& r : receives_)
        if (r.ended == fate::open && !world.left(r.at) && is_revoked(r.from.context) &&
            must_learn_of_revocation(r.at, world))
            throw violation(text(r) + " waits for ever in a revoked group");
}

// Messages keep their order: a receive never takes a message while an earlier one that matches it is available.
void ledger::check_order(const std::vector<std::size_t>& stream) const {
    for (std::size_t later = 0; later < stream.size(); ++later) {
        const message_entry& second = messages_[stream[later]];
        if (second.taken_by == none) continue;
        const receive_entry& taker = receives_[second.taken_by];
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            const message_entry& first = messages_[stream[earlier]];
            const bool went = first.ended == fate::open || first.ended == fate::done;
            if (!went && first.taken_by == none) continue;
            if (first.taken_by == none && is_revoked(first.to.context))
                continue;  // a receive that held it may have failed
            if (takes(taker.from, first.from, first.to) && !held_by_other(first, taker))
                throw violation(
                    fmt::format("{} took {} although {} came first", text(taker), text(second), text(first)));
        }
    }
}

// True if another receive was, or may have been, matched with `earlier` when `later_taker` was matched with its
// message. That receive took the message, was withdrawn later, lost the message with the peer, or crashed with its
// task. In the same step, `later_taker` may also have been matched with a message that was retracted at once.
bool ledger::held_by_other(const message_entry& earlier, const receive_entry& later_taker) const {
    if (earlier.taken_by != none) {
        const receive_entry& r = receives_[earlier.taken_by];
        if (r.matched < later_taker.matched || (r.matched == later_taker.matched && r.posted <= later_taker.posted))
            return true;
        if (tied_elsewhere(later_taker, r.matched)) return true;
        if (r.matched == later_taker.matched && unseen_tie(later_taker)) return true;
    }
    return std::any_of(receives_.begin(), receives_.end(), [&](const receive_entry& r) {
        const bool let_go_later = r.ended != fate::withdrawn || r.let_go >= later_taker.matched;
        return r.at == earlier.to.task && r.ended != fate::done && r.matched <= later_taker.matched && let_go_later &&
               takes(r.from, earlier.from, earlier.to) && may_be(r.held, earlier.from, earlier.to, earlier.size_bytes);
    });
}

// If several receives match a message, the one that was posted first takes it.
void ledger::check_turns() const {
    for (auto first = receives_.begin(); first != receives_.end(); ++first) {
        if (first->ended == fate::failed) continue;  // it is not known until when it could take a message
        const std::uint64_t tied = std::min(first->matched, first->let_go);
        for (auto second = first + 1; second != receives_.end() && second->posted < tied; ++second) {
            if (second->at != first->at || second->took == none || second->matched >= tied) continue;
            if (tied_elsewhere(*first, second->matched) || unseen_tie(*first)) continue;
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
