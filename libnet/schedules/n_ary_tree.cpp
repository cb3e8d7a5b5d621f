#include "libnet/schedules/n_ary_tree.hpp"

#include <algorithm>
#include <cstdint>

namespace banyan::net {
namespace {

// The subtree of a node holds one range of nodes on each level.
int extent_of(int fanout, int node, int nodes) {
    int extent = 0;
    std::int64_t first = node, last = node;
    while (first < nodes) {
        extent += static_cast<int>(std::min<std::int64_t>(last, nodes - 1) - first) + 1;
        first = first * fanout + 1;
        last = last * fanout + fanout;
    }
    return extent;
}

tree_place place_by_fanout(const tree& in, int node, int nodes) {
    return n_ary_place(in.fanout, node, nodes);
}

}  // namespace

tree_place n_ary_place(int fanout, int node, int nodes) {
    tree_place place;
    place.node = node;
    if (node != 0) place.parent = (node - 1) / fanout;
    const std::int64_t first = std::int64_t{node} * fanout + 1;
    for (std::int64_t child = std::min<std::int64_t>(first + fanout, nodes) - 1; child >= first; --child)
        place.children.push_back(static_cast<int>(child));
    place.extent = extent_of(fanout, node, nodes);
    return place;
}

tree n_ary_tree(int fanout) {
    return {
        .name = "n-ary",
        .summary = "the parent of N is floor((N-1) / n)",
        .consecutive = false,
        .relabelled_by_xor = false,
        .find_place = &place_by_fanout,
        .fanout = fanout,
    };
}

const tree binary_tree{
    .name = "binary",
    .summary = "the parent of N is floor((N-1) / 2)",
    .consecutive = false,
    .relabelled_by_xor = false,
    .find_place = &place_by_fanout,
    .fanout = 2,
};

const tree four_ary_tree{
    .name = "n-ary",
    .summary = "the parent of N is floor((N-1) / n), n = 4",
    .consecutive = false,
    .relabelled_by_xor = false,
    .find_place = &place_by_fanout,
    .fanout = 4,
};

}  // namespace banyan::net
