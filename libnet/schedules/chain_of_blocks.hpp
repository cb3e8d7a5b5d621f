// The blocks of a gather or scatter along the chain root, root + 1, ..., one message for each block and edge. Node =
// (rank - root) mod p.
#pragma once

#include <vector>

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/schedule.hpp"
#include "libnet/schedules/tree.hpp"

namespace banyan::net {

/// One rank's view of the chain: the ranks and blocks of the nodes, and the neighbours.
class chain_of_blocks {
  public:
    explicit chain_of_blocks(const collective_shape& shape)
        : node(node_of_rank(shape.rank, shape.root, shape.size)), shape_(shape), blocks_(shape.items, shape.counts) {}

    const int node;  ///< of this rank
    [[nodiscard]] int rank_of(int other) const { return rank_of_node(other, shape_.root, shape_.size); }
    [[nodiscard]] int towards_root() const { return rank_of(node - 1); }
    [[nodiscard]] int away() const { return rank_of(node + 1); }
    [[nodiscard]] std::size_t count(int other) const { return blocks_.count(rank_of(other)); }
    /// Where the block of a node is on the root, among all blocks in rank order.
    [[nodiscard]] items_at on_root(area where, int other) const {
        return {where, blocks_.first(rank_of(other)), count(other)};
    }

    /// The nodes between this one and the end of the chain, in this order or the reverse.
    [[nodiscard]] std::vector<int> nodes_behind(bool last_first) const;

  private:
    const collective_shape& shape_;
    block_layout blocks_;
};

/// The steps of a rank that is not the root: it receives the blocks of `nodes` from one neighbour, takes the steps of
/// `own_block`, and sends the blocks in the same order to the other neighbour, each as soon as it arrives.
template <class Own>
void relay_blocks(schedule_builder& out, const chain_of_blocks& at, const std::vector<int>& nodes, int from, int to,
                  Own own_block) {
    std::vector<items_at> received;
    for (const int node : nodes) {
        if (at.count(node) == 0) continue;
        received.push_back(out.scratch(at.count(node)));
        out.receive(from, received.back());
    }
    own_block();
    for (std::size_t i = 0; i < received.size(); ++i) {
        out.wait_for(i + 1);
        out.send(to, received[i]);
    }
}

/// The same for gather and scatter, whose messages are each other's reverse. Equal blocks of m > 0 items: p - 1 rounds,
/// p (p - 1) / 2 messages, (p - 1) m items one after another.
algorithm_cost chain_of_blocks_cost(const collective_shape& shape);

}  // namespace banyan::net
