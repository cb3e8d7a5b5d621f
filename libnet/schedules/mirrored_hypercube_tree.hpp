// The spanning tree of the hypercube in the broadcast-collapse barrier (Marinescu and Rice 1991): the hypercube tree
// with the bits of the node numbers in reverse order.
#pragma once

#include "libnet/schedules/tree.hpp"

namespace banyan::net {

/// The parent of N is N without its highest bit: a child is made by setting a bit above the highest one. Level l holds
/// the nodes with l bits set, binomial(d, l) of the 2^d nodes of a full cube. Child N + 2^k has the deepest subtree for
/// the smallest k.
extern const tree mirrored_hypercube_tree;

}  // namespace banyan::net
