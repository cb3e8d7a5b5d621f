#include "libnet/joining/clock_exchange.hpp"

#include <array>
#include <mutex>
#include <set>

#include "libnet/messaging/operations.hpp"
#include "libnet/tracing/recorder.hpp"

namespace banyan::net::detail {
namespace {

// The last pair of contexts is never used for a group (context_table).
constexpr context_id clock_context{~std::uint32_t{1}};
constexpr int round_trips = 40;

using time_bytes = std::array<std::byte, 8>;

time_bytes to_bytes(tracing::nanoseconds time) {
    time_bytes bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(static_cast<std::uint64_t>(time) >> (8 * i));
    return bytes;
}

tracing::nanoseconds from_bytes(const time_bytes& bytes) {
    std::uint64_t time = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        time |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    return static_cast<tracing::nanoseconds>(time);
}

void carry_out(mailbox_impl& box, operation op, deadline until) {
    bool ended = false;
    {
        const std::lock_guard held(box);
        box.start(op);
        ended = finish(box, op, until);
    }
    (void)result(box, op, ended);
}

void send_time(mailbox_impl& box, task_id to, tracing::nanoseconds time, deadline until) {
    const time_bytes bytes = to_bytes(time);
    carry_out(box, send_operation({to, tag{0}, clock_context}, std::span<const std::byte>(bytes)), until);
}

tracing::nanoseconds receive_time(mailbox_impl& box, task_id from, deadline until) {
    time_bytes bytes{};
    carry_out(box, receive_operation({from, tag{0}, clock_context}, std::span<std::byte>(bytes)), until);
    return from_bytes(bytes);
}

}  // namespace

std::vector<task_id> clock_partners(std::span<const member> members, std::size_t rank) {
    std::set<host_id> known{members.front().host_number};
    std::vector<task_id> partners;
    for (std::size_t r = 1; r < members.size(); ++r) {
        if (!known.insert(members[r].host_number).second) continue;
        if (rank == 0) partners.push_back(members[r].task);
        if (rank == r) partners.push_back(members.front().task);
    }
    return partners;
}

tracing::clock_reading ask_clock(mailbox_impl& box, task_id other, deadline until) {
    std::vector<tracing::clock_sample> samples;
    for (int i = 0; i < round_trips; ++i) {
        tracing::clock_sample s;
        s.left = tracing::now();
        send_time(box, other, s.left, until);
        s.other = receive_time(box, other, until);
        s.came = tracing::now();
        samples.push_back(s);
    }
    return tracing::best_reading(samples).value();
}

void answer_clock(mailbox_impl& box, task_id asker, deadline until) {
    for (int i = 0; i < round_trips; ++i) {
        (void)receive_time(box, asker, until);
        send_time(box, asker, tracing::now(), until);
    }
}

}  // namespace banyan::net::detail
