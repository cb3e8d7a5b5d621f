#include "libnet/schedules/tree_gather.hpp"

#include "libnet/schedules/tree_cost.hpp"

namespace banyan::net {
namespace {

// The blocks of consecutive nodes. In rank order they are one range, or two if they hold the last and the first rank.
class node_blocks {
  public:
    explicit node_blocks(const collective_shape& shape)
        : size_(shape.size), root_(shape.root), of_ranks_(shape.items, shape.counts) {}

    [[nodiscard]] int rank_of(int node) const { return rank_of_node(node, root_, size_); }
    [[nodiscard]] bool wraps(int node, int extent) const { return rank_of(node) + extent > size_; }
    /// Items of the nodes node .. node + extent - 1.
    [[nodiscard]] std::size_t total(int node, int extent) const {
        const int begin = rank_of(node), end = begin + extent;
        if (end <= size_) return of_ranks_.total(begin, end);
        return of_ranks_.total(begin, size_) + of_ranks_.total(0, end - size_);
    }
    /// Where they are among all blocks in rank order, if they do not wrap.
    [[nodiscard]] items_at in_rank_order(area where, int node, int extent) const {
        return {where, of_ranks_.first(rank_of(node)), total(node, extent)};
    }
    /// The ranges in rank order of blocks that wrap: up to the last rank, and from rank 0.
    struct two_ranges {
        items_at last, first;
    };
    [[nodiscard]] two_ranges wrapped(area where, int node, int extent) const {
        const int begin = rank_of(node);
        return {{where, of_ranks_.first(begin), of_ranks_.total(begin, size_)},
                {where, 0, of_ranks_.total(0, begin + extent - size_)}};
    }

  private:
    int size_, root_;
    block_layout of_ranks_;
};

// What gather and scatter on one rank have in common.
struct tree_blocks {
    tree_place place;
    node_blocks blocks;
    items_at own_input, own_output;  // this rank's block

    tree_blocks(const tree& over, const collective_shape& shape)
        : place(preorder_place(over, node_of_rank(shape.rank, shape.root, shape.size), shape.size)),
          blocks(shape),
          own_input{area::input, 0, blocks.total(place.node, 1)},
          own_output{area::output, 0, own_input.count} {}

    [[nodiscard]] int parent() const { return blocks.rank_of(*place.parent); }
    [[nodiscard]] int child(std::size_t index) const { return blocks.rank_of(place.children[index]); }
    // The part of `subtree` (the blocks of this rank's subtree) with the blocks of a child's subtree.
    [[nodiscard]] items_at child_part(const items_at& subtree, std::size_t index) const {
        const int first = place.children[index];
        return part_of(subtree, blocks.total(place.node, first - place.node),
                       blocks.total(first, child_extent(place, index)));
    }
    [[nodiscard]] std::size_t total() const { return blocks.total(place.node, place.extent); }
};

void gather_on_root(schedule_builder& out, const tree_blocks& at) {
    items_at wrapped;
    node_blocks::two_ranges ranges;
    for (std::size_t c = 0; c < at.place.children.size(); ++c) {
        const int node = at.place.children[c], extent = child_extent(at.place, c);
        if (!at.blocks.wraps(node, extent)) {
            out.receive(at.child(c), at.blocks.in_rank_order(area::output, node, extent));
            continue;
        }
        wrapped = out.scratch(at.blocks.total(node, extent));
        ranges = at.blocks.wrapped(area::output, node, extent);
        out.receive(at.child(c), wrapped);
    }
    out.copy(at.own_input, at.blocks.in_rank_order(area::output, 0, 1));
    out.wait();
    out.copy(part_of(wrapped, 0, ranges.last.count), ranges.last);
    out.copy(part_of(wrapped, ranges.last.count, ranges.first.count), ranges.first);
}

void scatter_on_root(schedule_builder& out, const tree_blocks& at) {
    for (std::size_t c = at.place.children.size(); c-- > 0;) {
        const int node = at.place.children[c], extent = child_extent(at.place, c);
        if (!at.blocks.wraps(node, extent)) {
            out.send(at.child(c), at.blocks.in_rank_order(area::input, node, extent));
            continue;
        }
        const items_at wrapped = out.scratch(at.blocks.total(node, extent));
        const auto ranges = at.blocks.wrapped(area::input, node, extent);
        out.copy(ranges.last, part_of(wrapped, 0, ranges.last.count));
        out.copy(ranges.first, part_of(wrapped, ranges.last.count, ranges.first.count));
        out.send(at.child(c), wrapped);
    }
    out.copy(at.blocks.in_rank_order(area::input, 0, 1), at.own_output);
}

// Rounds and the time of the items for messages up or down a tree that carry the blocks of subtrees.
algorithm_cost blocks_cost(const tree& over, const collective_shape& shape,
                           std::uint64_t (*time)(const std::vector<tree_place>&, const edge_length&)) {
    const std::vector<tree_place> places = preorder_places(over, shape.size);
    const node_blocks blocks(shape);
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

}  // namespace

schedule tree_gather(const tree& over, const collective_shape& shape) {
    schedule_builder out;
    const tree_blocks at(over, shape);
    if (!at.place.parent) {
        gather_on_root(out, at);
    } else if (at.place.children.empty()) {
        out.send(at.parent(), at.own_input);
    } else {
        const items_at subtree = out.scratch(at.total());
        for (std::size_t c = 0; c < at.place.children.size(); ++c)
            out.receive(at.child(c), at.child_part(subtree, c));
        out.copy(at.own_input, part_of(subtree, 0, at.own_input.count));
        out.wait();
        out.send(at.parent(), subtree);
    }
    return out.finish();
}

schedule tree_scatter(const tree& over, const collective_shape& shape) {
    schedule_builder out;
    const tree_blocks at(over, shape);
    if (!at.place.parent) {
        scatter_on_root(out, at);
    } else if (at.place.children.empty()) {
        out.receive(at.parent(), at.own_output);
    } else {
        const items_at subtree = out.scratch(at.total());
        out.receive(at.parent(), subtree);
        out.wait();
        for (std::size_t c = at.place.children.size(); c-- > 0;)
            out.send(at.child(c), at.child_part(subtree, c));
        out.copy(part_of(subtree, 0, at.own_output.count), at.own_output);
    }
    return out.finish();
}

algorithm_cost tree_gather_cost(const tree& over, const collective_shape& shape) {
    return blocks_cost(over, shape, &time_up);
}

algorithm_cost tree_scatter_cost(const tree& over, const collective_shape& shape) {
    return blocks_cost(over, shape, &time_down);
}

}  // namespace banyan::net
