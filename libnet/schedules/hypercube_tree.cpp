#include "libnet/schedules/hypercube_tree.hpp"

#include <algorithm>
#include <bit>

namespace banyan::net {

namespace {

// The largest power of two that divides `node`. For the root, the first power of two >= nodes.
int span_of(int node, int nodes) {
    return node == 0 ? 1 << cube_dimension(nodes) : node & -node;
}

}  // namespace

int cube_dimension(int nodes) {
    return std::bit_width(static_cast<unsigned>(nodes) - 1u);
}

tree_place hypercube_place(int node, int nodes) {
    tree_place place;
    place.node = node;
    const int span = span_of(node, nodes);
    if (node != 0) place.parent = node - span;
    for (int bit = 1; bit < span && node + bit < nodes; bit *= 2) {
        place.children.push_back(node + bit);
    }
    place.extent = std::min(span, nodes - node);
    return place;
}

int broadcast_round(int node, int nodes) {
    if (node == 0) return -1;
    return cube_dimension(nodes) - 1 - std::countr_zero(static_cast<unsigned>(node));
}

const tree hypercube_tree{
    .name = "hypercube",
    .summary = "binomial: the parent of N is N minus the largest power of two that divides N",
    .consecutive = true,
    .relabelled_by_xor = false,
    .find_place = [](const tree&, int node, int nodes) { return hypercube_place(node, nodes); },
};

}  // namespace banyan::net
