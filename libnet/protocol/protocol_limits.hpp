// The bounds of the protocol, and the share that each peer has in them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace banyan::net::detail {

/// Bounds of the protocol, from mailbox_options and the size of the run.
struct protocol_limits {
    std::size_t unexpected_cap_bytes;
    std::size_t send_buffer_bytes;
    std::size_t eager_limit_bytes;
    std::size_t expected_peers;  ///< tasks other than this one; 0: alone
};

/// What every message costs of its receiver's eager credit beside its payload: the records kept for it.
inline constexpr std::size_t message_overhead_bytes = 64;

/// The credit window that each peer gets. All of them together have half of the cap, or the least window each.
std::uint64_t credit_window_of(const protocol_limits& limits);

/// Rendezvous messages of a peer that may be buffered sends and wait here for a receive: their records have room beside
/// the credit.
std::size_t most_rendezvous_of(const protocol_limits& limits);

/// What the cap leaves beside credit and rendezvous messages of all peers.
std::size_t extra_room_of(const protocol_limits& limits);

}  // namespace banyan::net::detail
