#include "libnet/schedules/near_binary_tree.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace banyan::net {
namespace {

int exchange_bits(int node, int one, int other) {
    const bool differ = (node >> one & 1) != (node >> other & 1);
    return differ ? node ^ 1 << one ^ 1 << other : node;
}

int log2_floor(int nodes) {
    return std::bit_width(static_cast<unsigned>(nodes)) - 1;
}

std::vector<int> children_of(int node, int nodes) {
    const int dimension = log2_floor(nodes), cube = 1 << dimension;
    std::vector<int> children;
    if (node >= cube) return children;
    for (int bit = 1; bit < cube; bit *= 2) {
        const int other = node ^ bit;
        if (other != 0 && near_binary_parent(other, dimension) == node) children.push_back(other);
    }
    if (node + cube < nodes) children.push_back(node + cube);
    return children;
}

struct subtree {
    int height = 0, extent = 1;
};

subtree subtree_of(int node, int nodes) {
    subtree sum;
    for (const int child : children_of(node, nodes)) {
        const subtree below = subtree_of(child, nodes);
        sum.height = std::max(sum.height, below.height + 1);
        sum.extent += below.extent;
    }
    return sum;
}

tree_place near_binary_place(int node, int nodes) {
    tree_place place;
    place.node = node;
    const int dimension = log2_floor(nodes), cube = 1 << dimension;
    if (node != 0) place.parent = node < cube ? near_binary_parent(node, dimension) : node - cube;
    std::vector<std::pair<int, int>> by_height;  // the height of a child's subtree, and the child
    for (const int child : children_of(node, nodes)) {
        const subtree below = subtree_of(child, nodes);
        by_height.emplace_back(below.height, child);
        place.extent += below.extent;
    }
    std::ranges::stable_sort(by_height, {}, &std::pair<int, int>::first);
    for (const auto& [height, child] : by_height)
        place.children.push_back(child);
    return place;
}

}  // namespace

int near_binary_parent(int node, int dimension) {
    if (dimension <= 2) return node == 3 ? 2 : 0;  // T(2): 1 - 0 - 2 - 3
    const int d = dimension - 1, bit = 1 << d;     // T(d) is known
    const int u = 0, v = 1 << (d - 1), a = 1 << (d - 2);
    const bool second_copy = (node & bit) != 0;
    if (!second_copy) return node == a ? bit | a : near_binary_parent(node, d);
    const int original = exchange_bits(node ^ bit, d - 1, d - 2);
    if (original == u) return 0;
    if (original == a) return v;
    return bit | exchange_bits(near_binary_parent(original, d), d - 1, d - 2);
}

const tree near_binary_tree{
    .name = "near-binary",
    .summary = "a double-rooted complete binary tree inside the cube",
    .consecutive = false,
    .relabelled_by_xor = true,
    .find_place = [](const tree&, int node, int nodes) { return near_binary_place(node, nodes); },
};

}  // namespace banyan::net
