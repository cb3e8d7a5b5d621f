// Broadcast of long vectors (van de Geijn; Barnett et al. 1994, "Interprocessor collective communication library"): the
// root scatters the vector in p blocks down the hypercube tree, and an allgather brings all blocks to all ranks. A rank
// sends about 2 m items in place of m log2 p. Node = (rank - root) mod p. A node has the blocks of its subtree from the
// scatter and does not receive them again.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/hypercube_tree.hpp"
#include "libnet/schedules/placed_blocks.hpp"

namespace banyan::net {
namespace {

int subtree_size(int node, int nodes) {
    return hypercube_place(node, nodes).extent;
}

placed_blocks blocks_of_nodes(const collective_shape& shape) {
    placed_blocks blocks;
    blocks.had = &subtree_size;
    for (int node = 0; node < shape.size; ++node) {
        blocks.ranks.push_back(rank_of_node(node, shape.root, shape.size));
        blocks.begins.push_back(division_begin(shape.items, shape.size, node));
    }
    blocks.begins.push_back(shape.items);
    return blocks;
}

items_at subtree_items(const placed_blocks& blocks, int node) {
    return blocks.range(node, node + subtree_size(node, blocks.members()));
}

void add_scatter(schedule_builder& out, const placed_blocks& blocks, int node) {
    const tree_place place = hypercube_place(node, blocks.members());
    if (place.parent) out.receive(blocks.rank(*place.parent), subtree_items(blocks, node));
    out.wait();
    for (auto child = place.children.rbegin(); child != place.children.rend(); ++child)
        out.send(blocks.rank(*child), subtree_items(blocks, *child));
    out.wait();
}

algorithm_cost scatter_cost(const placed_blocks& blocks) {
    algorithm_cost sum;
    std::vector<algorithm_cost> arrived(blocks.ranks.size());  // rounds and items until a node has its subtree
    for (int node = 0; node < blocks.members(); ++node) {
        algorithm_cost sent = arrived[static_cast<std::size_t>(node)];
        const std::vector<int> children = hypercube_place(node, blocks.members()).children;
        for (auto child = children.rbegin(); child != children.rend(); ++child) {
            const std::size_t items = subtree_items(blocks, *child).count;
            if (items == 0) continue;
            sent.rounds += 1;
            sent.path_items += items;
            arrived[static_cast<std::size_t>(*child)] = sent;
            ++sum.messages;
            sum.items += items;
        }
        sum.rounds = std::max(sum.rounds, sent.rounds);
        sum.path_items = std::max(sum.path_items, sent.path_items);
    }
    return sum;
}

template <void (*add_allgather)(schedule_builder&, const placed_blocks&, int)>
schedule scatter_then(const collective_shape& shape) {
    schedule_builder out;
    const placed_blocks blocks = blocks_of_nodes(shape);
    const int node = node_of_rank(shape.rank, shape.root, shape.size);
    add_scatter(out, blocks, node);
    add_allgather(out, blocks, node);
    return out.finish();
}

template <algorithm_cost (*allgather_cost)(const placed_blocks&)>
algorithm_cost scatter_then_cost(const collective_shape& shape) {
    const placed_blocks blocks = blocks_of_nodes(shape);
    return in_sequence(scatter_cost(blocks), allgather_cost(blocks));
}

}  // namespace

const algorithm broadcast_scatter_allgather{
    .kind = collective_kind::broadcast,
    .name = "scatter-allgather",
    .summary = "a block to each rank, then the blocks around the ring: for long vectors",
    .standard_association = true,
    .fits = nullptr,
    .make = &scatter_then<&add_ring_allgather>,
    .cost = &scatter_then_cost<&ring_allgather_cost>,
};

const algorithm broadcast_scatter_banyan_exchange{
    .kind = collective_kind::broadcast,
    .name = "scatter-banyan-exchange",
    .summary = "a block to each rank, then exchanges with rank xor 1, 2, 4, ...: for vectors of medium length",
    .standard_association = true,
    .fits = nullptr,
    .make = &scatter_then<&add_banyan_allgather>,
    .cost = &scatter_then_cost<&banyan_allgather_cost>,
};

}  // namespace banyan::net
