// The costs of an alltoall that sends one message for each pair of ranks. Pure.
#pragma once

#include "libnet/schedules/algorithm.hpp"

namespace banyan::net {

/// The alltoall has p - 1 steps. In step i each rank sends to `receiver(rank, i)`, and no two ranks send to the same
/// one. Blocks of equal length have shape.items items. Blocks of different lengths are in shape.matrix. If that is
/// empty, the cost is an estimate that depends on the rank: it assumes that all ranks send shape.counts.
algorithm_cost alltoall_cost(const collective_shape& shape, int (*receiver)(int rank, int step, int size));

/// rank + step (mod size)
constexpr int shifted_receiver(int rank, int step, int size) {
    return (rank + step) % size;
}

}  // namespace banyan::net
