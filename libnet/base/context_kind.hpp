// The ranges of contexts and their use. libnet/messaging/group_state.hpp assigns contexts in pairs.
#pragma once

#include <cstdint>

#include "banyan/net/ids.hpp"

namespace banyan::net::detail {

/// Programs choose contexts below this one. libnet chooses the others.
inline constexpr std::uint32_t first_reserved_context = std::uint32_t{1} << 31;

/// A group whose contexts libnet has chosen uses two: an even one for its users, and the next one for its collectives.
/// The tags of the latter are internal and are not shown in errors and reports.
constexpr bool is_collective(context_id context) {
    return context.value >= first_reserved_context && context.value % 2 == 1;
}

}  // namespace banyan::net::detail
