// Operations over the hypercube tree that other collectives are made of.
#pragma once

#include <span>

#include "libnet/collectives/collective_messages.hpp"

namespace banyan::net {

/// The root's items on all ranks.
void broadcast_down(collective_messages& ch, std::span<std::byte> items, rank root);
/// All ranks' items, of equal lengths, on the root, in rank order; `all` is written there only.
void gather_up(collective_messages& ch, std::span<const std::byte> mine, std::span<std::byte> all, rank root);

}  // namespace banyan::net
