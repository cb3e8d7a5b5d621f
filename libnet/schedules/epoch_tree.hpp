// The tree over which an epoch begins and ends by broadcast-collapse: a pure function of numbers.
#pragma once

#include <optional>
#include <vector>

namespace banyan::net {

/// One rank's place in the hypercube tree with root 0 (Marinescu & Rice 1991, section 3.2): the parent of a rank is the
/// rank without its highest bit, and a child has one more bit above it. Any number of ranks. The deepest subtree is
/// that of the first child, so a broadcast in the order of `children` reaches the farthest rank earliest.
struct epoch_tree_place {
    std::optional<int> parent;  ///< none for rank 0
    std::vector<int> children;  ///< ascending, which is deepest subtree first
    int level = 0;              ///< the number of bits of the rank; 0 for the root
};

/// `rank` is in 0 .. ranks-1.
epoch_tree_place epoch_place(int rank, int ranks);

}  // namespace banyan::net
