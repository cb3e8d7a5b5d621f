// Trees over nodes 0 .. p-1 with root 0: the place of a node in a tree, the trees as records, and the relation between
// the nodes of a tree and the ranks of a group. Pure functions of numbers.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace banyan::net {

/// One node's place in a tree.
struct tree_place {
    int node = 0;
    std::optional<int> parent;  ///< none for the root
    /// In the order in which a node collects: the shallowest subtree first. A node that sends down sends in the reverse
    /// order, so that the deepest subtree begins first. In the hypercube tree the order is that of the numbers; it is
    /// the same if p is a power of two.
    std::vector<int> children;
    int extent = 1;  ///< nodes in this node's subtree, including itself
    friend bool operator==(const tree_place&, const tree_place&) = default;
};

struct tree {
    std::string_view name;     ///< as it stands in the names of algorithms: "hypercube"
    std::string_view summary;  ///< one line for documentation
    /// The subtree of a node holds the nodes node .. node + extent - 1.
    bool consecutive;
    /// If true and p is a power of two, node = rank xor root, which keeps the neighbours of the cube. In all other
    /// cases, node = (rank - root) mod p.
    bool relabelled_by_xor;
    tree_place (*find_place)(const tree& in, int node, int nodes);  ///< call place()
    int fanout = 0;  ///< of an n-ary tree: the children of a node, at most; 0 for the others

    /// `node` is in 0 .. nodes-1.
    [[nodiscard]] tree_place place(int node, int nodes) const { return find_place(*this, node, nodes); }
};

/// The node of a rank when the nodes are shifted so that rank `root` is node 0, and the inverse.
constexpr int node_of_rank(int rank, int root, int size) {
    return rank >= root ? rank - root : rank - root + size;
}
constexpr int rank_of_node(int node, int root, int size) {
    return node + root < size ? node + root : node + root - size;
}

/// The place with other numbers: `number` gives that of a node.
template <class Number>
tree_place renumbered(tree_place place, Number number) {
    place.node = number(place.node);
    if (place.parent) place.parent = number(*place.parent);
    for (int& child : place.children)
        child = number(child);
    return place;
}

/// The place with ranks as numbers. `ranks`: the rank of each node.
inline tree_place place_in_ranks(tree_place place, std::span<const int> ranks) {
    return renumbered(std::move(place), [ranks](int node) { return ranks[static_cast<std::size_t>(node)]; });
}

/// The place of `rank` in a tree with root `root`; all numbers are ranks.
tree_place place_of_rank(const tree& in, int rank, int root, int size);

/// The place of a node after the nodes have been renumbered in preorder: a node, then the subtrees of its children in
/// the order of `children`. In this numbering every tree is consecutive. A consecutive tree stays as it is.
tree_place preorder_place(const tree& in, int node, int nodes);

/// The extent of `place.children[child]` in a consecutive numbering.
int child_extent(const tree_place& place, std::size_t child);

}  // namespace banyan::net
