#include "libnet/schedules/tree.hpp"

#include <bit>

namespace banyan::net {
namespace {

bool uses_xor(const tree& in, int size) {
    return in.relabelled_by_xor && std::has_single_bit(static_cast<unsigned>(size));
}

// The place of the tree's own node `found.node`, whose preorder number is `number`, in preorder numbers.
tree_place in_preorder(const tree& in, tree_place found, int number, std::optional<int> parent, int nodes) {
    int next = number + 1;
    for (int& child : found.children) {
        const int extent = in.place(child, nodes).extent;
        child = next;
        next += extent;
    }
    found.node = number;
    found.parent = parent;
    return found;
}

}  // namespace

tree_place place_of_rank(const tree& in, int rank, int root, int size) {
    if (uses_xor(in, size)) return renumbered(in.place(rank ^ root, size), [root](int node) { return node ^ root; });
    return renumbered(in.place(node_of_rank(rank, root, size), size),
                      [root, size](int node) { return rank_of_node(node, root, size); });
}

tree_place preorder_place(const tree& in, int node, int nodes) {
    tree_place at = in.place(in.consecutive ? node : 0, nodes);
    if (in.consecutive) return at;
    int number = 0;
    std::optional<int> parent;
    while (number != node) {
        parent = number++;
        for (const int child : at.children) {
            tree_place below = in.place(child, nodes);
            if (node < number + below.extent) {
                at = std::move(below);
                break;
            }
            number += below.extent;
        }
    }
    return in_preorder(in, std::move(at), number, parent, nodes);
}

int child_extent(const tree_place& place, std::size_t child) {
    const int end = child + 1 < place.children.size() ? place.children[child + 1] : place.node + place.extent;
    return end - place.children[child];
}

}  // namespace banyan::net
