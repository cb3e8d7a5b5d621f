// The hypercube tree of a collective: one rank's place in it, and the operations that several collectives use.
#pragma once

#include <span>

#include "libnet/collectives/collective_messages.hpp"
#include "libnet/schedules/hypercube_tree.hpp"

namespace banyan::net {

/// The hypercube tree with rank `root` at its root, seen from this rank. Borrows the messages.
struct tree_member {
    collective_messages& ch;
    int root;
    tree_place place;

    tree_member(collective_messages& messages, net::rank r)
        : ch(messages), root(r.value), place(hypercube_place(node_of_rank(ch.rank(), root, ch.size()), ch.size())) {}

    [[nodiscard]] int rank_of(int node) const { return rank_of_node(node, root, ch.size()); }
};

/// Copies the root's items to all ranks.
void broadcast_down(collective_messages& ch, std::span<std::byte> items, rank root);
/// Collects the items of all ranks, of equal length, on the root in rank order. `all` is written on the root only.
void gather_up(collective_messages& ch, std::span<const std::byte> mine, std::span<std::byte> all, rank root);

}  // namespace banyan::net
