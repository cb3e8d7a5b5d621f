#include "libnet/schedules/two_binary_tree.hpp"

#include <bit>

#include "libnet/schedules/n_ary_tree.hpp"

namespace banyan::net {
namespace {

tree_place place_of_root(int root, int nodes, int in_tree) {
    tree_place place;
    place.node = root;
    if (in_tree > 1) place.children.push_back(root + 2);
    place.extent = in_tree;
    if (root == 1) {
        place.parent = 0;
    } else if (nodes > 1) {
        place.children.push_back(1);  // its subtree is at least as deep as that of node 2
        place.extent = nodes;
    }
    return place;
}

// Below its root, a tree is a binary heap: heap node k is node 2 (k + 1) + root.
tree_place two_binary_place(int node, int nodes) {
    const int root = node % 2, in_tree = (nodes + 1 - root) / 2;
    if (node < 2) return place_of_root(root, nodes, in_tree);
    tree_place place =
        renumbered(n_ary_place(2, node / 2 - 1, in_tree - 1), [root](int heap) { return 2 * (heap + 1) + root; });
    if (!place.parent) place.parent = root;
    return place;
}

}  // namespace

int two_binary_level(int node) {
    return node < 2 ? 0 : static_cast<int>(std::bit_width(static_cast<unsigned>(node))) - 1;
}

const tree two_binary_tree{
    .name = "two-binary",
    .summary = "binary trees with the roots 0 and 1, of the even and of the odd nodes",
    .consecutive = false,
    .relabelled_by_xor = false,
    .find_place = [](const tree&, int node, int nodes) { return two_binary_place(node, nodes); },
};

}  // namespace banyan::net
