// Which contexts belong to what, for messages to people (libnet/messaging/group_state.hpp gives them out in pairs).
#pragma once

#include <cstdint>

#include "banyan/net/ids.hpp"

namespace banyan::net::detail {

/// Contexts below this one are chosen by programs, the others by libnet.
inline constexpr std::uint32_t first_reserved_context = std::uint32_t{1} << 31;

/// A group whose contexts libnet has chosen uses two: an even one for its users, and the next one for its collectives,
/// whose tags are internal and never shown.
constexpr bool is_collective(context_id context) {
    return context.value >= first_reserved_context && context.value % 2 == 1;
}

}  // namespace banyan::net::detail
