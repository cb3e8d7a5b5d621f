#include "libnet/schedules/placed_blocks.hpp"

#include <bit>
#include <numeric>
#include <ranges>

#include "libnet/schedules/banyan_exchange.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/hypercube_tree.hpp"

namespace banyan::net {
namespace {

// The largest power of two of the members exchange; the others are folded into pairs (banyan_exchange.hpp).
struct folded_members {
    int cube, pairs;

    explicit folded_members(int members)
        : cube(static_cast<int>(std::bit_floor(static_cast<unsigned>(members)))), pairs(members - cube) {}

    [[nodiscard]] int index_of(int member) const { return member < 2 * pairs ? member / 2 : member - pairs; }
    [[nodiscard]] int first_member(int index) const { return index < pairs ? 2 * index : index + pairs; }
    // The blocks that `index` holds when groups of `length` indices have exchanged.
    [[nodiscard]] items_at held(const placed_blocks& blocks, int index, int length) const {
        const int begin = index / length * length;
        return blocks.range(first_member(begin), first_member(begin + length));
    }
};

}  // namespace

placed_blocks blocks_in_output(const collective_shape& shape) {
    const block_layout layout(shape.items, shape.counts);
    placed_blocks blocks;
    blocks.begins.push_back(0);
    for (int rank = 0; rank < shape.size; ++rank) {
        blocks.ranks.push_back(rank);
        blocks.begins.push_back(blocks.begins.back() + layout.count(rank));
    }
    return blocks;
}

void add_tree_gather(schedule_builder& out, const placed_blocks& blocks, int member) {
    const tree_place place = hypercube_place(member, blocks.members());
    for (const int child : place.children)
        out.receive(blocks.rank(child), blocks.range(child, child + hypercube_place(child, blocks.members()).extent));
    out.wait();
    if (!place.parent) return;
    out.send(blocks.rank(*place.parent), blocks.range(member, member + place.extent));
    out.wait();
}

algorithm_cost tree_gather_cost(const placed_blocks& blocks) {
    const int members = blocks.members();
    algorithm_cost sum;
    std::vector<algorithm_cost> done(static_cast<std::size_t>(members));  // rounds and items until each has its subtree
    for (int member = members - 1; member >= 0; --member) {
        algorithm_cost& mine = done[static_cast<std::size_t>(member)];
        for (const int child : hypercube_place(member, members).children) {
            const std::size_t items = blocks.range(child, child + hypercube_place(child, members).extent).count;
            if (items == 0) continue;
            const algorithm_cost& theirs = done[static_cast<std::size_t>(child)];
            mine.rounds = std::max(mine.rounds, theirs.rounds) + 1;
            mine.path_items = std::max(mine.path_items, theirs.path_items) + items;
            ++sum.messages;
            sum.items += items;
        }
    }
    sum.rounds = done.front().rounds;
    sum.path_items = done.front().path_items;
    return sum;
}

void add_tree_broadcast(schedule_builder& out, std::span<const int> ranks, int member, items_at items) {
    const tree_place place = hypercube_place(member, static_cast<int>(ranks.size()));
    if (place.parent) out.receive(ranks[static_cast<std::size_t>(*place.parent)], items);
    out.wait();
    for (std::size_t i = place.children.size(); i-- > 0;)
        out.send(ranks[static_cast<std::size_t>(place.children[i])], items);
    out.wait();
}

algorithm_cost tree_broadcast_cost(int members, std::size_t items) {
    if (items == 0) return {};
    const int rounds = cube_dimension(members);
    const auto messages = static_cast<std::uint64_t>(members - 1);
    return {rounds, messages, messages * items, static_cast<std::uint64_t>(rounds) * items, 0};
}

void add_ring_allgather(schedule_builder& out, const placed_blocks& blocks, int member) {
    const int members = blocks.members();
    const int next = blocks.rank((member + 1) % members);
    const int previous = blocks.rank((member + members - 1) % members);
    for (int i = 0; i < members - 1; ++i) {
        out.receive(previous, blocks.block((member + 2 * members - 1 - i) % members));
        out.send(next, blocks.block((member + members - i) % members));
        out.wait();
    }
}

algorithm_cost ring_allgather_cost(const placed_blocks& blocks) {
    const auto hops = static_cast<std::uint64_t>(blocks.members() - 1);
    algorithm_cost cost;
    for (int member = 0; member < blocks.members(); ++member) {
        const std::uint64_t items = blocks.block(member).count;
        if (items > 0) cost.messages += hops;
        cost.items += hops * items;
        cost.path_items = std::max(cost.path_items, hops * items);
    }
    cost.rounds = cost.messages > 0 ? static_cast<int>(hops) : 0;
    return cost;
}

void add_banyan_allgather(schedule_builder& out, const placed_blocks& blocks, int member) {
    const folded_members fold(blocks.members());
    const int index = fold.index_of(member);
    int length = 1;
    for (const exchange_step& now : banyan_exchange(member, blocks.members())) {
        const int peer = blocks.rank(now.partner);
        switch (now.what) {
            case exchange_step::kind::fold_send:
                out.send(peer, blocks.block(member));
                break;
            case exchange_step::kind::fold_receive:
                out.receive(peer, blocks.block(now.partner));
                break;
            case exchange_step::kind::exchange:
                out.receive(peer, fold.held(blocks, index ^ length, length));
                out.send(peer, fold.held(blocks, index, length));
                length *= 2;
                break;
            case exchange_step::kind::unfold_send:
                out.send(peer, blocks.all());
                break;
            case exchange_step::kind::unfold_receive:
                out.receive(peer, blocks.all());
                break;
        }
        out.wait();
    }
}

algorithm_cost banyan_allgather_cost(const placed_blocks& blocks) {
    const folded_members fold(blocks.members());
    round_costs rounds;
    for (int pair = 0; pair < fold.pairs; ++pair)
        rounds.message(blocks.block(2 * pair + 1).count);
    rounds.end_round();
    for (int length = 1; length < fold.cube; length *= 2) {
        for (int begin = 0; begin < fold.cube; begin += length)
            rounds.messages(static_cast<std::uint64_t>(length), fold.held(blocks, begin, length).count);
        rounds.end_round();
    }
    rounds.messages(static_cast<std::uint64_t>(fold.pairs), blocks.all().count);
    rounds.end_round();
    return rounds.sum();
}

}  // namespace banyan::net
