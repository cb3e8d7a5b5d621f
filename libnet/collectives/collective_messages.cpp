#include "libnet/collectives/collective_messages.hpp"

#include <array>
#include <mutex>

#include "libnet/messaging/group_state.hpp"

namespace banyan::net {
namespace {

collective_state& state_of(const group& g, deadline until) {
    detail::group_state& shared = detail::group_state::of(g);
    collective_state& state = collective_state::of(shared);
    state.wait_until_idle(until);
    if (g.size() == 1 || state.failure) expect_not_revoked(g);  // otherwise the first message of the collective fails
    if (state.failure)
        throw error(state.failure->which(), std::string("this group has already failed: ") + state.failure->what(),
                    state.failure->peer());
    return state;
}

}  // namespace

void expect_not_revoked(const group& g) {
    detail::mailbox_impl& box = detail::group_state::impl_of(g.box());
    const std::lock_guard held(box);
    if (const error* why = box.protocol().why_revoked(g.user_context())) throw error(*why);
}

only_collective::only_collective(const group& g, deadline until)
    : state_(collective_state::of(detail::group_state::of(g))) {
    state_.wait_until_idle(until);
    if (state_.is_under_way.exchange(true))
        throw error(errc::invalid_argument,
                    "a collective is called while another one of the same group is under way on this rank, in the "
                    "operation of that one or in another thread; allowed: one after another, or groups of their own "
                    "(group::duplicate)");
}

collective_messages::collective_messages(const group& g, const collective_call& call, deadline until)
    : group_(g),
      shared_(detail::group_state::of(g)),
      state_(state_of(g, until)),
      sequence_(state_.begin(call)),
      tags_(call.kind, sequence_),
      until_(until),
      watch_(g, state_, sequence_) {}

collective_messages::collective_messages(const group& g, continued, deadline until)
    : group_(g),
      shared_(detail::group_state::of(g)),
      state_(state_of(g, until)),
      sequence_(state_.begun() - 1),
      tags_(state_.call_of(sequence_)->kind, sequence_),
      phase_(1),
      until_(until),
      watch_(g, state_, sequence_) {}

void collective_messages::check() {
    detail::mailbox_impl& box = detail::group_state::impl_of(group_.box());
    if (!box.checks_collectives() || size() == 1 || phase_ > 0) return;
    const int before = (rank() + size() - 1) % size();
    const collective_call& call = *state_.call_of(sequence_);
    const tag t = collective_tag(collective_kind::check, sequence_).of_phase(0);
    std::vector<std::byte> theirs(most_packed_bytes);
    const auto mine = packed(call, sequence_, true);
    std::array both{group_.box().async_recv({task(before), t, group_.collective_context()}, theirs),
                    group_.box().async_send({task((rank() + 1) % size()), t, group_.collective_context()}, mine)};
    wait_all(both);
    theirs.resize(both.front().wait().size_bytes);
    const reported_call reported(std::move(theirs));
    const std::string what = difference({before, reported.call()}, {rank(), call}, sequence_);
    if (!what.empty()) throw error(errc::collective_mismatch, what, task(before));
}

request collective_messages::async_send(int to, std::span<const std::byte> bytes) {
    count_message(bytes.size());
    return group_.box().async_send({task(to), data_tag(), group_.collective_context()}, bytes);
}

request collective_messages::async_recv(int from, std::span<std::byte> bytes) {
    return group_.box().async_recv({task(from), data_tag(), group_.collective_context()}, bytes);
}

persistent_request collective_messages::prepared_send(int to, std::span<const std::byte> bytes) const {
    return {group_.box(), destination{task(to), data_tag(), group_.collective_context()}, bytes};
}

persistent_request collective_messages::prepared_recv(int from, std::span<std::byte> bytes) const {
    return {group_.box(), selector{task(from), data_tag(), group_.collective_context()}, bytes};
}

void collective_messages::start_send(persistent_request& prepared, std::size_t size_bytes) {
    count_message(size_bytes);
    prepared.start(data_tag());
}

void collective_messages::count_message(std::size_t size_bytes) {
    ++shared_.traffic.messages;
    shared_.traffic.bytes += size_bytes;
}

void collective_messages::finish(request_span requests, std::span<const expected_length> expected) {
    if (requests.empty()) return;
    detail::pending_set set(requests);
    const auto* failed = detail::member_wait::finish(set, watch_, until_);
    if (failed && failed->failure->which() != errc::truncated) throw error(*failed->failure);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const auto& op = set.operation_of(i);
        if (expected[i].peer < 0 || !op.done || op.info.size_bytes == expected[i].bytes) continue;
        watch_.throw_length(expected[i].peer, op.info.size_bytes, expected[i].bytes, until_);
    }
}

void collective_messages::finish_recv(request& pending, int from, std::size_t expected_bytes) {
    const expected_length expected{from, expected_bytes};
    finish(std::span(&pending, 1), std::span(&expected, 1));
}

void collective_messages::send(int to, std::span<const std::byte> bytes) {
    request outgoing = async_send(to, bytes);
    wait_all(std::span(&outgoing, 1));
}

void collective_messages::recv(int from, std::span<std::byte> bytes) {
    request pending = async_recv(from, bytes);
    finish_recv(pending, from, bytes.size());
}

void collective_messages::exchange(int to, std::span<const std::byte> out, int from, std::span<std::byte> in) {
    request incoming = async_recv(from, in);
    request outgoing = async_send(to, out);
    finish_recv(incoming, from, in.size());
    wait_all(std::span(&outgoing, 1));
}

void collective_messages::wait_all(std::span<request> requests) {
    if (requests.empty()) return;
    detail::pending_set set(requests);
    const auto* failed = detail::member_wait::finish(set, watch_, until_);
    if (failed) throw error(*failed->failure);
}

}  // namespace banyan::net
