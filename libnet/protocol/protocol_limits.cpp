#include "libnet/protocol/protocol_limits.hpp"

#include <algorithm>

namespace banyan::net::detail {
namespace {

constexpr std::uint64_t least_window_bytes = std::uint64_t{8} << 10;
constexpr std::uint64_t most_window_bytes = std::uint64_t{4} << 20;
constexpr std::size_t least_rendezvous = 16, most_rendezvous = 16384;

}  // namespace

std::uint64_t credit_window_of(const protocol_limits& limits) {
    const std::uint64_t share = limits.unexpected_cap_bytes / 2 / std::max<std::size_t>(1, limits.expected_peers);
    return std::clamp(share, least_window_bytes, most_window_bytes);
}

// An eighth of the cap is for their records.
std::size_t most_rendezvous_of(const protocol_limits& limits) {
    const std::size_t share =
        limits.unexpected_cap_bytes / 8 / message_overhead_bytes / std::max<std::size_t>(1, limits.expected_peers);
    return std::clamp(share, least_rendezvous, most_rendezvous);
}

std::size_t extra_room_of(const protocol_limits& limits) {
    const std::size_t cap = limits.unexpected_cap_bytes;
    const std::size_t records = limits.expected_peers * most_rendezvous_of(limits) * message_overhead_bytes;
    return cap - std::min<std::size_t>(cap / 2, credit_window_of(limits) * limits.expected_peers) -
           std::min(cap / 4, records);
}

}  // namespace banyan::net::detail
