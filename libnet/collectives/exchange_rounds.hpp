// Several exchanges of blocks among all ranks, one after another in one collective. While a rank works on the blocks of
// one round, those of the next round are under way.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "banyan/net/group.hpp"

namespace banyan::net {

/// One exchange. `out` and `in` have a block for each rank, anywhere in memory; the blocks of this rank itself are not
/// used. If both are empty, the round sends nothing; it only delays those after it.
struct exchange_round {
    std::vector<std::span<const std::byte>> out;
    std::vector<std::span<std::byte>> in;
    std::function<void()> prepare;  ///< called before `out` is sent; may be empty
    std::function<void()> take;     ///< called when `in` has arrived and `out` has been sent; may be empty
};

/// Carries out the rounds. Step i posts the receives of round i + 1, calls `prepare` of round i and sends its blocks,
/// waits until round i - 1 is complete, and calls its `take`. So rounds i - 1 and i are under way together, and for
/// every round i:
///   - the blocks to send may be results of `take` of round i - 2 and of earlier rounds, not of round i - 1;
///   - the rounds i - 1 and i - 2 must not use the memory that round i receives into.
/// Collective over the group: all ranks give the same number of rounds, and blocks of lengths that agree. Costs a
/// message for each block. Throws errc::invalid_argument, before anything is sent, for a round with another number of
/// blocks; otherwise as alltoall. The rounds are borrowed.
void exchange_in_rounds(const group& g, std::span<const exchange_round> rounds, deadline until);

}  // namespace banyan::net
