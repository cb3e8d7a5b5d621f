// The limits of the protocol, and the part of them that each peer gets.
#pragma once

#include <cstddef>
#include <cstdint>

namespace banyan::net::detail {

/// Limits of the protocol, from mailbox_options and the size of the run.
struct protocol_limits {
    std::size_t unexpected_cap_bytes;
    std::size_t send_buffer_bytes;
    std::size_t eager_limit_bytes;
    std::size_t expected_peers;  ///< tasks other than this one; 0 for a single task
};

/// The credit that every message uses in addition to its payload, for the memory of its records at the receiver.
inline constexpr std::size_t message_overhead_bytes = 64;

/// The eager limit of the messages of collectives, if that of the mailbox is not lower. Ranks call a collective at
/// different times, so eager messages often arrive before their receives and are copied once more: on 2 cores, an
/// allreduce of 1 MiB on 4 or 8 ranks takes up to twice the time with a limit of 1 MiB.
inline constexpr std::size_t longest_eager_of_collectives = std::size_t{256} << 10;

/// The credit window of each peer: an equal part of half of the cap, but from 8 KiB to 4 MiB.
std::uint64_t credit_window_of(const protocol_limits& limits);

/// The number of buffered sends by rendezvous that one peer may have waiting here for a receive, from 16 to 16384. The
/// room for their records is separate from the credit window.
std::size_t most_rendezvous_of(const protocol_limits& limits);

/// The part of the cap that credit windows and rendezvous records of all peers do not use.
std::size_t extra_room_of(const protocol_limits& limits);

}  // namespace banyan::net::detail
