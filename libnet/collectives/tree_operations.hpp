// Operations over the hypercube tree that several collectives use.
#pragma once

#include <span>

#include "libnet/collectives/collective_messages.hpp"

namespace banyan::net {

/// Copies the root's items to all ranks.
void broadcast_down(collective_messages& ch, std::span<std::byte> items, rank root);
/// Collects the items of all ranks, of equal length, on the root in rank order. `all` is written on the root only.
void gather_up(collective_messages& ch, std::span<const std::byte> mine, std::span<std::byte> all, rank root);

}  // namespace banyan::net
