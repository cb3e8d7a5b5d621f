// One rank's place in a tree collective.
#pragma once

#include "libnet/collectives/collective_messages.hpp"
#include "libnet/collectives/hypercube_tree.hpp"

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

}  // namespace banyan::net
