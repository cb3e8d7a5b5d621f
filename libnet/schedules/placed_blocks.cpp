#include "libnet/schedules/placed_blocks.hpp"

#include <utility>

#include "libnet/schedules/banyan_exchange.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/folded_cube.hpp"
#include "libnet/schedules/hypercube_tree.hpp"
#include "libnet/schedules/tree_broadcast.hpp"
#include "libnet/schedules/tree_cost.hpp"

namespace banyan::net {
namespace {

// The members whose blocks `index` holds when groups of `length` indices have exchanged: begin and end.
std::pair<int, int> held(const folded_cube& fold, int index, int length) {
    const int begin = index / length * length;
    return {fold.first_rank(begin), fold.first_rank(begin + length)};
}

}  // namespace

placed_blocks blocks_in_output(const collective_shape& shape) {
    return blocks_in_output(item_blocks::of_ranks(shape));
}

placed_blocks blocks_in_output(const item_blocks& of_ranks) {
    placed_blocks blocks;
    for (int rank = 0; rank < of_ranks.size(); ++rank)
        blocks.ranks.push_back(rank);
    for (int block = 0; block <= of_ranks.size(); ++block)
        blocks.begins.push_back(of_ranks.begin(block));
    return blocks;
}

void add_own_block(schedule_builder& out, const placed_blocks& blocks, int member) {
    const items_at mine = blocks.block(member);
    out.copy({area::input, 0, mine.count}, mine);
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
    add_tree_broadcast(out, place_in_ranks(place, ranks), items);
}

algorithm_cost tree_broadcast_cost(int members, std::size_t items) {
    return cube_tree_cost(members, items);
}

void add_ring_allgather(schedule_builder& out, const placed_blocks& blocks, int member) {
    const int members = blocks.members();
    const int next = (member + 1) % members, previous = (member + members - 1) % members;
    std::vector<std::size_t> transfers{out.transfers()};  // up to the receive of each round
    for (int k = 1; k < members; ++k) {
        const int arriving = (member + members - k) % members;
        if (blocks.lacks(member, arriving, arriving + 1)) out.receive(blocks.rank(previous), blocks.block(arriving));
        transfers.push_back(out.transfers());
    }
    for (int k = 0; k + 1 < members; ++k) {
        const int leaving = (member + members - k) % members;
        out.wait_for(transfers[static_cast<std::size_t>(k)]);
        if (blocks.lacks(next, leaving, leaving + 1)) out.send(blocks.rank(next), blocks.block(leaving));
    }
    out.wait();
}

algorithm_cost ring_allgather_cost(const placed_blocks& blocks) {
    const int members = blocks.members();
    std::vector<std::uint64_t> not_empty{0};  // blocks before each member's
    std::uint64_t longest = 0;
    for (int member = 0; member < members; ++member) {
        not_empty.push_back(not_empty.back() + (blocks.block(member).count > 0));
        longest = std::max<std::uint64_t>(longest, blocks.block(member).count);
    }
    if (longest == 0 || members == 1) return {};
    const auto hops = static_cast<std::uint64_t>(members - 1);
    algorithm_cost cost{static_cast<int>(hops), 0, 0, hops * longest, 0};
    for (int member = 0; member < members; ++member) {
        const int end = member + blocks.had(member, members);
        cost.messages +=
            not_empty.back() - (not_empty[static_cast<std::size_t>(end)] - not_empty[static_cast<std::size_t>(member)]);
        cost.items += blocks.all().count - blocks.range(member, end).count;
    }
    return cost;
}

namespace {

// The two ends of a message with the blocks held.first to held.second - 1. It is left out if the receiver has the
// blocks.
void receive_held(schedule_builder& out, const placed_blocks& blocks, int member, int from, std::pair<int, int> held) {
    if (blocks.lacks(member, held.first, held.second))
        out.receive(blocks.rank(from), blocks.range(held.first, held.second));
}

void send_held(schedule_builder& out, const placed_blocks& blocks, int to, std::pair<int, int> held) {
    if (blocks.lacks(to, held.first, held.second)) out.send(blocks.rank(to), blocks.range(held.first, held.second));
}

std::size_t sent_items(const placed_blocks& blocks, int to, std::pair<int, int> held) {
    return blocks.lacks(to, held.first, held.second) ? blocks.range(held.first, held.second).count : 0;
}

}  // namespace

void add_banyan_allgather(schedule_builder& out, const placed_blocks& blocks, int member) {
    const folded_cube fold(blocks.members());
    const std::pair everything{0, blocks.members()};
    const int index = fold.index_of(member);
    int length = 1;
    for (const exchange_step& now : banyan_exchange(member, blocks.members())) {
        switch (now.what) {
            case exchange_step::kind::fold_send:
                send_held(out, blocks, now.partner, {member, member + 1});
                break;
            case exchange_step::kind::fold_receive:
                receive_held(out, blocks, member, now.partner, {now.partner, now.partner + 1});
                break;
            case exchange_step::kind::exchange:
                receive_held(out, blocks, member, now.partner, held(fold, index ^ length, length));
                send_held(out, blocks, now.partner, held(fold, index, length));
                length *= 2;
                break;
            case exchange_step::kind::unfold_send:
                send_held(out, blocks, now.partner, everything);
                break;
            case exchange_step::kind::unfold_receive:
                receive_held(out, blocks, member, now.partner, everything);
                break;
        }
        out.wait();
    }
}

algorithm_cost banyan_allgather_cost(const placed_blocks& blocks) {
    const folded_cube fold(blocks.members());
    round_costs rounds;
    for (int pair = 0; pair < fold.pairs(); ++pair)
        rounds.message(sent_items(blocks, 2 * pair, {2 * pair + 1, 2 * pair + 2}));
    rounds.end_round();
    for (int length = 1; length < fold.indices(); length *= 2) {
        for (int index = 0; index < fold.indices(); ++index)
            rounds.message(sent_items(blocks, fold.first_rank(index ^ length), held(fold, index, length)));
        rounds.end_round();
    }
    for (int pair = 0; pair < fold.pairs(); ++pair)
        rounds.message(sent_items(blocks, 2 * pair + 1, {0, blocks.members()}));
    rounds.end_round();
    return rounds.sum();
}

}  // namespace banyan::net
