#include "libnet/schedules/tree_gather.hpp"

#include <utility>

#include "libnet/schedules/item_blocks.hpp"
#include "libnet/schedules/tree_cost.hpp"

namespace banyan::net {
namespace {

// Blocks of some nodes that are consecutive in rank order too.
struct block_run {
    std::size_t first;       // item of the nodes' items
    items_at in_rank_order;  // among the blocks of all ranks
};

// The blocks of all ranks, in the order of the nodes.
class node_blocks {
  public:
    node_blocks(const collective_shape& shape, const std::vector<int>& ranks)
        : ranks_(ranks), of_ranks_(item_blocks::of_ranks(shape)) {
        for (const int rank : ranks)
            of_nodes_.append(of_ranks_.count(rank));
    }

    [[nodiscard]] int rank_of(int node) const { return ranks_[static_cast<std::size_t>(node)]; }
    /// Items of the nodes node .. node + extent - 1.
    [[nodiscard]] std::size_t total(int node, int extent) const { return of_nodes_.count(node, node + extent); }
    /// Where the block of one node is among all blocks in rank order.
    [[nodiscard]] items_at in_rank_order(area where, int node) const { return of_ranks_.block(where, rank_of(node)); }
    /// The runs of the nodes node .. node + extent - 1. Empty blocks are left out.
    [[nodiscard]] std::vector<block_run> runs(area where, int node, int extent) const {
        std::vector<block_run> found;
        for (int now = node; now < node + extent; ++now) {
            const items_at block = in_rank_order(where, now);
            if (block.count == 0) continue;
            const bool goes_on = !found.empty() && end_of(found.back().in_rank_order) == block.first;
            if (goes_on)
                found.back().in_rank_order.count += block.count;
            else
                found.push_back({total(node, now - node), block});
        }
        return found;
    }

  private:
    static std::size_t end_of(const items_at& items) { return items.first + items.count; }

    const std::vector<int>& ranks_;
    item_blocks of_ranks_, of_nodes_;
};

// What gather and scatter on one rank have in common.
struct tree_blocks {
    const tree_place& place;
    node_blocks blocks;
    items_at own_input, own_output;  // this rank's block

    tree_blocks(const tree_place& of_rank, const std::vector<int>& ranks, const collective_shape& shape)
        : place(of_rank),
          blocks(shape, ranks),
          own_input{area::input, 0, blocks.total(place.node, 1)},
          own_output{area::output, 0, own_input.count} {}

    [[nodiscard]] int parent() const { return blocks.rank_of(*place.parent); }
    [[nodiscard]] int child(std::size_t index) const { return blocks.rank_of(place.children[index]); }
    // The part of `subtree` (the blocks of this rank's subtree) with the blocks of a child's subtree.
    [[nodiscard]] items_at child_part(const items_at& subtree, std::size_t index) const {
        const int first = place.children[index];
        return part_of(subtree, blocks.total(place.node, first - place.node), child_total(index));
    }
    [[nodiscard]] std::size_t child_total(std::size_t index) const {
        return blocks.total(place.children[index], child_extent(place, index));
    }
    [[nodiscard]] std::vector<block_run> child_runs(area where, std::size_t index) const {
        return blocks.runs(where, place.children[index], child_extent(place, index));
    }
    [[nodiscard]] std::size_t total() const { return blocks.total(place.node, place.extent); }
};

// Blocks of a subtree that are one run are received at their place.
void gather_on_root(schedule_builder& out, const tree_blocks& at) {
    std::vector<std::pair<items_at, items_at>> copies;  // from, to
    for (std::size_t c = 0; c < at.place.children.size(); ++c) {
        const std::vector<block_run> runs = at.child_runs(area::output, c);
        if (runs.size() == 1) {
            out.receive(at.child(c), runs.front().in_rank_order);
            continue;
        }
        const items_at received = out.scratch(at.child_total(c));
        out.receive(at.child(c), received);
        for (const block_run& run : runs)
            copies.emplace_back(part_of(received, run.first, run.in_rank_order.count), run.in_rank_order);
    }
    out.copy(at.own_input, at.blocks.in_rank_order(area::output, 0));
    out.wait();
    for (const auto& [from, to] : copies)
        out.copy(from, to);
}

// Blocks of a subtree that are several runs are copied together.
void scatter_on_root(schedule_builder& out, const tree_blocks& at) {
    for (std::size_t c = at.place.children.size(); c-- > 0;) {
        const std::vector<block_run> runs = at.child_runs(area::input, c);
        if (runs.size() == 1) {
            out.send(at.child(c), runs.front().in_rank_order);
            continue;
        }
        const items_at sent = out.scratch(at.child_total(c));
        for (const block_run& run : runs)
            out.copy(run.in_rank_order, part_of(sent, run.first, run.in_rank_order.count));
        out.send(at.child(c), sent);
    }
    out.copy(at.blocks.in_rank_order(area::input, 0), at.own_output);
}

// Rounds and the time of the items for messages up or down a tree that carry the blocks of subtrees.
algorithm_cost blocks_cost(const std::vector<tree_place>& places, const std::vector<int>& ranks,
                           const collective_shape& shape,
                           std::uint64_t (*time)(const std::vector<tree_place>&, const edge_length&)) {
    const node_blocks blocks(shape, ranks);
    std::vector<std::uint64_t> lengths;
    algorithm_cost sum;
    for (const tree_place& place : places) {
        lengths.push_back(blocks.total(place.node, place.extent));
        if (!place.parent) continue;
        sum.messages += lengths.back() > 0;
        sum.items += lengths.back();
    }
    const auto length = [&](int node) { return lengths[static_cast<std::size_t>(node)]; };
    sum.rounds = static_cast<int>(time(places, [&](int node) { return length(node) > 0; }));
    sum.path_items = time(places, length);
    return sum;
}

// The ranks of the nodes if node = (rank - root) mod p.
std::vector<int> ranks_from_root(const collective_shape& shape) {
    std::vector<int> ranks;
    for (int node = 0; node < shape.size; ++node)
        ranks.push_back(rank_of_node(node, shape.root, shape.size));
    return ranks;
}

tree_place place_from_root(const tree& over, const collective_shape& shape) {
    return preorder_place(over, node_of_rank(shape.rank, shape.root, shape.size), shape.size);
}

}  // namespace

schedule tree_gather(const tree_place& place, const std::vector<int>& ranks, const collective_shape& shape) {
    schedule_builder out;
    const tree_blocks at(place, ranks, shape);
    if (!place.parent) {
        gather_on_root(out, at);
    } else if (place.children.empty()) {
        out.send(at.parent(), at.own_input);
    } else {
        const items_at subtree = out.scratch(at.total());
        for (std::size_t c = 0; c < place.children.size(); ++c)
            out.receive(at.child(c), at.child_part(subtree, c));
        out.copy(at.own_input, part_of(subtree, 0, at.own_input.count));
        out.wait();
        out.send(at.parent(), subtree);
    }
    return out.finish();
}

schedule tree_scatter(const tree_place& place, const std::vector<int>& ranks, const collective_shape& shape) {
    schedule_builder out;
    const tree_blocks at(place, ranks, shape);
    if (!place.parent) {
        scatter_on_root(out, at);
    } else if (place.children.empty()) {
        out.receive(at.parent(), at.own_output);
    } else {
        const items_at subtree = out.scratch(at.total());
        out.receive(at.parent(), subtree);
        out.wait();
        for (std::size_t c = place.children.size(); c-- > 0;)
            out.send(at.child(c), at.child_part(subtree, c));
        out.copy(part_of(subtree, 0, at.own_output.count), at.own_output);
    }
    return out.finish();
}

algorithm_cost tree_gather_cost(const std::vector<tree_place>& places, const std::vector<int>& ranks,
                                const collective_shape& shape) {
    return blocks_cost(places, ranks, shape, &time_up);
}

algorithm_cost tree_scatter_cost(const std::vector<tree_place>& places, const std::vector<int>& ranks,
                                 const collective_shape& shape) {
    return blocks_cost(places, ranks, shape, &time_down);
}

schedule tree_gather(const tree& over, const collective_shape& shape) {
    return tree_gather(place_from_root(over, shape), ranks_from_root(shape), shape);
}

schedule tree_scatter(const tree& over, const collective_shape& shape) {
    return tree_scatter(place_from_root(over, shape), ranks_from_root(shape), shape);
}

algorithm_cost tree_gather_cost(const tree& over, const collective_shape& shape) {
    return tree_gather_cost(preorder_places(over, shape.size), ranks_from_root(shape), shape);
}

algorithm_cost tree_scatter_cost(const tree& over, const collective_shape& shape) {
    return tree_scatter_cost(preorder_places(over, shape.size), ranks_from_root(shape), shape);
}

}  // namespace banyan::net
