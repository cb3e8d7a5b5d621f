// The hypercube (binomial) tree of p nodes and the exchange pattern of the Banyan reduction: pure functions of numbers.
#pragma once

#include <optional>
#include <vector>

namespace banyan::net {

/// Smallest d with 2^d >= nodes; the depth of the tree. `nodes` >= 1.
int cube_dimension(int nodes);

/// One node's place in the tree over nodes 0 .. nodes-1 with root 0 (nCUBE guide; docs/collectives.md): the parent of N
/// is N - 2^k, 2^k the largest power of two dividing N. A subtree holds consecutive nodes, N .. N+extent-1, so
/// collected data stands in order and an operation that does not commute keeps its order.
struct tree_place {
    int node = 0;
    std::optional<int> parent;  ///< none for the root
    std::vector<int> children;  ///< ascending; the largest subtree last
    int extent = 1;             ///< nodes in this node's subtree, itself included
};

/// `node` in 0 .. nodes-1.
tree_place hypercube_place(int node, int nodes);

/// Round in which a broadcast from node 0 reaches `node`, 0 .. cube_dimension-1 (largest subtree first), when every
/// node sends one message per round. -1 for node 0, which has the data before the first round.
int broadcast_round(int node, int nodes);

/// Ranks and nodes: the tree is laid over the ranks with its root on `root`.
constexpr int node_of_rank(int rank, int root, int size) {
    return rank >= root ? rank - root : rank - root + size;
}
constexpr int rank_of_node(int node, int root, int size) {
    return node + root < size ? node + root : node + root - size;
}

}  // namespace banyan::net
