#include "libnet/schedules/folded_hypercube_tree.hpp"

#include "libnet/schedules/folded_cube.hpp"

namespace banyan::net {

tree_place folded_hypercube_place(int node, int nodes) {
    const folded_cube cube(nodes);
    const int index = cube.index_of(node);
    tree_place place;
    place.node = node;
    if (node != cube.first_rank(index)) {
        place.parent = node - 1;
        return place;
    }
    if (cube.in_pair(node)) place.children.push_back(node + 1);
    const tree_place of_index = hypercube_place(index, cube.indices());
    if (of_index.parent) place.parent = cube.first_rank(*of_index.parent);
    for (const int child : of_index.children)
        place.children.push_back(cube.first_rank(child));
    place.extent = cube.first_rank(index + of_index.extent) - node;
    return place;
}

const tree folded_hypercube_tree{
    .name = "folded-hypercube",
    .summary =
        "the hypercube tree of the largest power of two of nodes; each other node is a child of the node before it",
    .consecutive = true,
    .relabelled_by_xor = false,
    .find_place = [](const tree&, int node, int nodes) { return folded_hypercube_place(node, nodes); },
};

}  // namespace banyan::net
