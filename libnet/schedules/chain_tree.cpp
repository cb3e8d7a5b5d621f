#include "libnet/schedules/chain_tree.hpp"

namespace banyan::net {
namespace {

tree_place chain_place(int node, int nodes) {
    tree_place place;
    place.node = node;
    if (node > 0) place.parent = node - 1;
    if (node + 1 < nodes) place.children.push_back(node + 1);
    place.extent = nodes - node;
    return place;
}

}  // namespace

const tree chain_tree{
    .name = "chain",
    .summary = "the parent of N is N - 1",
    .consecutive = true,
    .relabelled_by_xor = false,
    .find_place = [](const tree&, int node, int nodes) { return chain_place(node, nodes); },
};

}  // namespace banyan::net
