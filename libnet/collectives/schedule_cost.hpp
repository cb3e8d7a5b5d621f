// The cost of each collective as a formula of the group size p and the length m. Tests compare the formulas with
// counted traffic.
//
//   operation    rounds                      messages               bytes, all ranks together
//   barrier      ceil(log2 p)                p ceil(log2 p)         0
//   broadcast    ceil(log2 p)                p - 1                  (p-1) m
//   reduce       ceil(log2 p) [+1]           p - 1 [+1]             (p-1) m [+m]         [root other than 0]
//   allreduce    log2 q [+2]                 q log2 q + 2r          (q log2 q + 2r) m    [r > 0]
//   gather       ceil(log2 p)                p - 1                  m times the sum of all subtree sizes but the root's
//   scatter      ceil(log2 p)                p - 1                  as gather
//
// m: bytes of one rank's items. q: the largest power of two <= p. r = p - q.
#pragma once

#include <cstdint>

namespace banyan::net {

/// Rounds (in each, a rank sends at most one message and receives at most one), and messages and bytes of all ranks.
struct schedule_cost {
    int rounds = 0;
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
    friend bool operator==(const schedule_cost&, const schedule_cost&) = default;
};

schedule_cost barrier_cost(int size);
schedule_cost broadcast_cost(int size, std::uint64_t bytes);
/// `root_is_first`: the root is rank 0.
schedule_cost reduce_cost(int size, std::uint64_t bytes, bool root_is_first = true);
schedule_cost allreduce_cost(int size, std::uint64_t bytes);
/// Every rank has the same number of bytes.
schedule_cost gather_cost(int size, std::uint64_t bytes);
schedule_cost scatter_cost(int size, std::uint64_t bytes);

}  // namespace banyan::net
