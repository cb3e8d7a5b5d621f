#include "libnet/collectives/collective_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "banyan/net/packer.hpp"
#include "banyan/net/unpacker.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/messaging/operations.hpp"

namespace banyan::net {
namespace {

using namespace std::chrono_literals;
using detail::incoming;
using detail::mailbox_impl;

// A rank that is ahead gets a `waiting` message and this time to report its own call. After that the error is thrown
// without the report.
constexpr auto report_time = 200ms;
constexpr std::size_t most_text_bytes = 1000;

constexpr tag abort_tag = collective_tag(collective_kind::abort, 0).of_phase(0);

// Copies a short message that has arrived whole.
std::vector<std::byte> take(mailbox_impl& box, const incoming& message) {
    std::vector<std::byte> payload;
    auto op =
        detail::receive_operation({message.info.source, message.info.tag, message.context}, std::span<std::byte>{});
    op.owner = &payload;
    box.start(op);
    if (!op.done) box.withdraw(op);
    return payload;
}

bool has_sequence(const incoming& message) {
    const auto kind = collective_tag::kind_of(message.info.tag);
    return kind != collective_kind::abort && kind != collective_kind::subgroup && kind != collective_kind::shrink;
}

void send_if_possible(mailbox_impl& box, const destination& to, std::span<const std::byte> bytes) {
    try {
        (void)detail::send_if_room(box, to, bytes);
    } catch (const std::exception&) {  // the receiver is lost or no memory is left; it learns of the failure otherwise
    }
}

}  // namespace

std::span<const task_id> collective_watch::members() const {
    return detail::group_state::members_of(group_);
}

void collective_watch::examine_messages(mailbox_impl& box, task_id awaited) {
    state_.examined_messages = box.protocol().kept_messages();
    const incoming* abort = nullptr;
    std::vector<const incoming*> calls;
    std::uint64_t count = 0;
    const auto for_each_waiting = [&](auto f) { box.protocol().for_each_waiting(group_.collective_context(), f); };
    for_each_waiting([&](const incoming& message) {  // an incomplete message is examined again when it is complete
        ++count;
        if (message.where != incoming::stage::complete) return;
        if (collective_tag::kind_of(message.info.tag) == collective_kind::abort) abort = &message;
        if (is_call(message)) calls.push_back(&message);
    });
    state_.backlog = std::max(collective_state::least_backlog, count);
    if (abort) throw_abort(box, *abort);
    bool ahead = false;
    for_each_waiting([&](const incoming& message) {
        if (is_call(message) || !has_sequence(message)) return;
        examine(message);
        ahead |= message.info.source == awaited && collective_tag::ahead_of(sequence_, message.info.tag) > 0;
    });
    examine_ahead(ahead ? awaited : task_id{});
    for (const incoming* message : calls) {
        const int other = group_.rank_of(message->info.source).value;
        const reported_call theirs(take(box, *message));
        compare(theirs, other);
    }
}

// The report of a rank that waits in a collective that this rank has begun.
bool collective_watch::is_call(const incoming& message) const {
    return collective_tag::kind_of(message.info.tag) == collective_kind::waiting &&
           collective_tag::ahead_of(sequence_, message.info.tag) <= 0;
}

// Not called for an abort message, nor for a `waiting` message of a collective that this rank has begun.
void collective_watch::examine(const incoming& message) {
    const std::int32_t ahead = collective_tag::ahead_of(sequence_, message.info.tag);
    if (ahead > 0) return;  // most messages, if this rank is behind
    const int other = group_.rank_of(message.info.source).value;
    const auto kind = collective_tag::kind_of(message.info.tag);
    const std::uint64_t sequence = sequence_ - static_cast<std::uint64_t>(-std::int64_t{ahead});
    if (kind == collective_kind::check) {
        if (ahead == 0 && detail::group_state::impl_of(group_.box()).checks_collectives()) return;
        throw error(
            errc::collective_mismatch,
            fmt::format("rank {} has check_collectives set and rank {} has not; set BANYAN_CHECK_COLLECTIVES or "
                        "mailbox_options::check_collectives on all ranks or on none",
                        other, me()),
            message.info.source);
    }
    const collective_call* ours = state_.call_of(sequence);
    if (ours && ours->kind != kind)
        throw error(errc::collective_mismatch, difference({other, {.kind = kind}}, {me(), *ours}, sequence),
                    message.info.source);
    if (ahead == 0) return;  // it belongs to a later round of this call
    throw error(errc::collective_mismatch,
                fmt::format("rank {} called {} ({}) and sent a message that rank {} did not expect in its call{}{}: "
                            "root, length or order of the calls differ",
                            other, name_of(kind), ordinal_text(sequence), me(),
                            ours && ours->bytes != ours->any_length ? fmt::format(" of {} bytes", ours->bytes) : "",
                            ours && ours->root != ours->no_root ? fmt::format(" with root {}", ours->root) : ""),
                message.info.source);
}

// Sets ahead_ if `awaited` has sent messages of a later collective.
void collective_watch::examine_ahead(task_id awaited) {
    if (std::exchange(ahead_, awaited) != awaited)
        next_check_ = awaited == task_id{} ? deadline{} : deadline(report_time);
    if (awaited == task_id{} || !next_check_.passed()) return;
    throw error(errc::collective_mismatch,
                fmt::format("rank {} called a later collective of this group but not {}, which rank "
                            "{} called ({})",
                            group_.rank_of(awaited).value, name_of(call().kind), me(), ordinal_text(sequence_)),
                awaited);
}

void collective_watch::compare(const reported_call& theirs, int other) const {
    const collective_call* ours = state_.call_of(theirs.sequence());
    if (!ours) return;
    const std::string what = difference({other, theirs.call()}, {me(), *ours}, theirs.sequence());
    if (!what.empty()) throw error(errc::collective_mismatch, what, group_.task(rank{other}));
}

void collective_watch::send_waiting(mailbox_impl& box, task_id awaited) {
    const tag t = collective_tag(collective_kind::waiting, sequence_).of_phase(0);
    send_if_possible(box, {awaited, t, group_.collective_context()}, packed(call(), sequence_, false));
}

// The other rank's call tells more than the length of one message, which may be only a part of its items.
void collective_watch::throw_length(int other, std::size_t theirs, std::size_t ours, deadline until) {
    const task_id sender = group_.task(rank{other});
    mailbox_impl& box = detail::group_state::impl_of(group_.box());
    const std::lock_guard held(box);
    send_waiting(box, sender);
    const deadline soon(std::min(until.when(), deadline(report_time).when()));
    bool in_time = true;
    do
        examine_messages(box, {});
    while (box.wait_until([&] { return has_news(box); }, soon) && std::exchange(in_time, !soon.passed()));
    throw error(errc::collective_mismatch,
                fmt::format("rank {} sent a message of {} bytes in {} ({}) where rank {} expects {}; lengths, root and "
                            "algorithm must agree",
                            other, theirs, name_of(call().kind), ordinal_text(sequence_), me(), ours),
                sender);
}

void collective_watch::throw_abort(mailbox_impl& box, const incoming& message) {
    const task_id sender = message.info.source;
    state_.abort_message = take(box, message);
    auto code = static_cast<int>(errc::collective_failed);
    auto peer = sender.value;
    std::string text;
    try {
        unpacker in(state_.abort_message);
        in.unpack(code, peer, text);
    } catch (const error& unreadable) {
        text = fmt::format("rank {} failed, and its report cannot be read: {}", group_.rank_of(sender).value,
                           unreadable.what());
    }
    throw *(state_.failure = error(static_cast<errc>(code), text, task_id{peer}));
}

std::string collective_watch::failed_text(const char* what) const {
    return fmt::format("rank {} failed in {} ({}): {}", me(), name_of(call().kind), ordinal_text(sequence_),
                       std::string_view(what).substr(0, most_text_bytes));
}

error collective_watch::timed_out(const error& of_message) const {
    std::string text =
        fmt::format("rank {} called {} ({}): the deadline passed", me(), name_of(call().kind), ordinal_text(sequence_));
    if (of_message.peer() != task_id{})
        text += fmt::format("; missing: rank {}", group_.rank_of(of_message.peer()).value);
    return {errc::timeout, std::move(text), of_message.peer()};
}

void collective_watch::fail(const error& why) {
    mailbox_impl& box = detail::group_state::impl_of(group_.box());
    const std::lock_guard held(box);
    if (state_.failure) return forward_abort(box);
    if (why.which() == errc::revoked) {  // all members are told
        state_.failure = why;
        return;
    }
    if (why.which() == errc::timeout) {  // the other ranks have deadlines of their own
        state_.failure = error(errc::collective_failed, failed_text(why.what()));
        return;
    }
    const task_id lost[] = {why.peer()};
    const bool all_learn = box.failures().death_among(lost) != nullptr;
    const bool names_ranks = why.which() == errc::collective_mismatch || all_learn;
    state_.failure = error(why.which(), names_ranks ? why.what() : failed_text(why.what()), why.peer());
    if (!all_learn) send_abort(box, *state_.failure);
}

void collective_watch::fail(const char* what) {
    mailbox_impl& box = detail::group_state::impl_of(group_.box());
    const std::lock_guard held(box);
    state_.failure = error(errc::collective_failed, failed_text(what), box.self());
    send_abort(box, *state_.failure);
}

// Does not block and does not throw. Messages to ranks without a link leave when the link is made.
void collective_watch::send_abort(mailbox_impl& box, const error& why) {
    packer out;
    out.pack(static_cast<int>(why.which()), why.peer().value, std::string_view(why.what()));
    for (const task_id member : members())
        if (member != box.self()) send_if_possible(box, {member, abort_tag, group_.collective_context()}, out.bytes());
}

// Sends it to the neighbours, which probably wait for this rank: they receive it before the end of this rank is
// reported.
void collective_watch::forward_abort(mailbox_impl& box) {
    const int p = group_.size();
    for (int distance = 1; distance < p; distance *= 2)
        for (const int to : {(me() + distance) % p, (me() - distance + p) % p})
            send_if_possible(box, {group_.task(rank{to}), abort_tag, group_.collective_context()},
                             state_.abort_message);
}

}  // namespace banyan::net
