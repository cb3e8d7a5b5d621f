#include "libnet/schedules/mirrored_hypercube_tree.hpp"

#include <algorithm>
#include <bit>

namespace banyan::net {
namespace {

tree_place mirrored_hypercube_place(int node, int nodes) {
    tree_place place;
    place.node = node;
    const auto bits = static_cast<unsigned>(node);
    if (node != 0) place.parent = node - static_cast<int>(std::bit_floor(bits));
    const int above = 1 << std::bit_width(bits);
    for (int bit = above; node + bit < nodes; bit *= 2)
        place.children.push_back(node + bit);
    std::ranges::reverse(place.children);
    place.extent = (nodes - 1 - node) / above + 1;  // the nodes with the same low bits
    return place;
}

}  // namespace

const tree mirrored_hypercube_tree{
    .name = "mirrored-hypercube",
    .summary = "the parent of N is N without its highest bit",
    .consecutive = false,
    .relabelled_by_xor = true,
    .find_place = [](const tree&, int node, int nodes) { return mirrored_hypercube_place(node, nodes); },
};

}  // namespace banyan::net
