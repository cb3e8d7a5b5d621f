#include "libnet/collectives/collective_messages.hpp"

#include "libnet/runtime/group_state.hpp"
#include "libnet/runtime/member_wait.hpp"
#include "libnet/runtime/wait_each.hpp"

namespace banyan::net {

collective_messages::collective_messages(const group& g, collective_kind kind, deadline until)
    : group_(g), tags_(kind, detail::group_state::of(g).collectives_begun++), until_(until) {}

request collective_messages::async_send(int to, std::span<const std::byte> bytes, int phase) {
    collective_traffic& traffic = detail::group_state::of(group_).traffic;
    ++traffic.messages;
    traffic.bytes += bytes.size();
    return group_.box().async_send({task(to), tags_.of_phase(phase), group_.collective_context()}, bytes);
}

request collective_messages::async_recv(int from, std::span<std::byte> bytes, int phase) {
    return group_.box().async_recv({task(from), tags_.of_phase(phase), group_.collective_context()}, bytes);
}

void collective_messages::finish_recv(request& pending, int from, std::size_t expected_bytes) {
    const message_info info = wait(pending);
    if (info.size_bytes == expected_bytes) return;
    throw error(errc::invalid_argument,
                "rank " + std::to_string(from) + " took part in a collective with " + std::to_string(info.size_bytes) +
                    " bytes where rank " + std::to_string(rank()) + " has " + std::to_string(expected_bytes) +
                    "; the lengths must agree",
                info.source);
}

void collective_messages::send(int to, std::span<const std::byte> bytes, int phase) {
    request outgoing = async_send(to, bytes, phase);
    wait(outgoing);
}

void collective_messages::recv(int from, std::span<std::byte> bytes, int phase) {
    request pending = async_recv(from, bytes, phase);
    finish_recv(pending, from, bytes.size());
}

void collective_messages::exchange(int to, std::span<const std::byte> out, int from, std::span<std::byte> in,
                                   int phase) {
    request incoming = async_recv(from, in, phase);
    request outgoing = async_send(to, out, phase);
    finish_recv(incoming, from, in.size());
    wait(outgoing);
}

message_info collective_messages::wait(request& pending) {
    return detail::member_wait::finish(pending, detail::group_state::members_of(group_), until_);
}

void collective_messages::wait_all(std::span<request> requests) {
    detail::wait_each(requests, [this](request& r) { wait(r); });
}

void collective_messages::check_root(net::rank root) const {
    (void)group_.task(root);
}

}  // namespace banyan::net
