#include "libnet/schedules/star_tree.hpp"

namespace banyan::net {
namespace {

tree_place star_place(int node, int nodes) {
    tree_place place;
    place.node = node;
    if (node > 0) {
        place.parent = 0;
        return place;
    }
    for (int child = 1; child < nodes; ++child)
        place.children.push_back(child);
    place.extent = nodes;
    return place;
}

}  // namespace

const tree star_tree{
    .name = "star",
    .summary = "the parent of every node is 0",
    .consecutive = true,
    .relabelled_by_xor = false,
    .find_place = [](const tree&, int node, int nodes) { return star_place(node, nodes); },
};

}  // namespace banyan::net
