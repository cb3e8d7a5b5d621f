// Scatter in two levels (Lin 1995 thesis, section 4.2.2): the root sends the blocks of each group of ranks to the
// leader of the group, which sends each rank its block. shape.groups groups, at best lin_model.hpp's optimal_groups().
// Node = (rank - root) mod p; the groups divide the nodes 1 .. p - 1, and a leader is the first node of its group.
#include <algorithm>
#include <cmath>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/tree.hpp"

namespace banyan::net {
namespace {

class grouped_scatter {
  public:
    explicit grouped_scatter(const collective_shape& shape)
        : size_(shape.size),
          root_(shape.root),
          groups_(group_count(shape)),
          layout_(shape.items, shape.counts),
          node_(node_of_rank(shape.rank, shape.root, shape.size)) {}

    schedule make() {
        const items_at own_output{area::output, 0, count(node_)};
        if (node_ == 0) {
            for (int group = 0; group < groups_; ++group)
                out_.send(rank(begin(group)), group_items(group));
            out_.copy(in_input(0, 1), own_output);
        } else {
            int group = 0;
            while (begin(group + 1) <= node_)
                ++group;
            if (begin(group) == node_)
                add_leader(group, own_output);
            else
                out_.receive(rank(begin(group)), own_output);
        }
        return out_.finish();
    }

    // The root sends to the groups one after another, and each leader to its ranks.
    [[nodiscard]] algorithm_cost cost() const {
        algorithm_cost sum;
        int sent = 0;
        std::size_t sent_items = 0;
        for (int group = 0; group < groups_; ++group) {
            int members = 0;  // other than the leader, with a block
            for (int node = begin(group) + 1; node < begin(group + 1); ++node)
                members += count(node) > 0;
            const std::size_t all = total(begin(group), begin(group + 1)), passed_on = all - count(begin(group));
            sent += all > 0;
            sent_items += all;
            if (all == 0) continue;
            sum.rounds = std::max(sum.rounds, sent + members);
            sum.path_items = std::max<std::uint64_t>(sum.path_items, sent_items + passed_on);
            sum.messages += 1 + static_cast<std::uint64_t>(members);
            sum.items += all + passed_on;
        }
        return sum;
    }

  private:
    static int group_count(const collective_shape& shape) {
        const int others = shape.size - 1;
        const int wanted = shape.groups > 0 ? shape.groups : static_cast<int>(std::ceil(std::sqrt(shape.size)));
        return std::min(wanted, others);
    }

    [[nodiscard]] int rank(int node) const { return rank_of_node(node, root_, size_); }
    [[nodiscard]] std::size_t count(int node) const { return layout_.count(rank(node)); }
    [[nodiscard]] std::size_t total(int begin, int end) const {
        std::size_t sum = 0;
        for (int node = begin; node < end; ++node)
            sum += count(node);
        return sum;
    }
    // The first node of a group.
    [[nodiscard]] int begin(int group) const {
        return 1 + static_cast<int>(division_begin(static_cast<std::size_t>(size_ - 1), groups_, group));
    }
    // The blocks of consecutive nodes that are consecutive in the input of the root.
    [[nodiscard]] items_at in_input(int begin, int end) const {
        return {area::input, layout_.first(rank(begin)), total(begin, end)};
    }

    // The blocks of a group on the root. If they hold those of the last and the first rank, they are copied together.
    items_at group_items(int group) {
        const int first = begin(group), end = begin(group + 1), rank_zero = size_ - root_;
        if (end <= rank_zero || first >= rank_zero) return in_input(first, end);
        const items_at packed = out_.scratch(total(first, end));
        const items_at last_ranks = in_input(first, rank_zero), first_ranks = in_input(rank_zero, end);
        out_.copy(last_ranks, part_of(packed, 0, last_ranks.count));
        out_.copy(first_ranks, part_of(packed, last_ranks.count, first_ranks.count));
        return packed;
    }

    void add_leader(int group, const items_at& own_output) {
        const int end = begin(group + 1);
        const bool alone = end == node_ + 1;
        const items_at blocks = alone ? own_output : out_.scratch(total(node_, end));
        out_.receive(root_, blocks);
        out_.wait();
        std::size_t first = own_output.count;
        for (int node = node_ + 1; node < end; ++node) {
            out_.send(rank(node), part_of(blocks, first, count(node)));
            first += count(node);
        }
        out_.copy(part_of(blocks, 0, own_output.count), own_output);
    }

    int size_, root_, groups_;
    block_layout layout_;
    int node_;
    schedule_builder out_;
};

schedule scatter_two_level_groups_schedule(const collective_shape& shape) {
    return grouped_scatter(shape).make();
}

algorithm_cost scatter_two_level_groups_cost(const collective_shape& shape) {
    return grouped_scatter(shape).cost();
}

}  // namespace

const algorithm scatter_two_level_groups{
    .kind = collective_kind::scatter,
    .name = "two-level-groups",
    .summary = "to the leaders of groups, then to the ranks of each group: for many ranks and blocks of medium length",
    .standard_association = true,
    .fits = nullptr,
    .make = &scatter_two_level_groups_schedule,
    .cost = &scatter_two_level_groups_cost,
};

}  // namespace banyan::net
