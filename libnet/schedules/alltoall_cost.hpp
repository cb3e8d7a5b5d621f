// The costs of an alltoall that sends one message for each pair of ranks. Pure.
#pragma once

#include "libnet/schedules/algorithm.hpp"

namespace banyan::net {

/// In p - 1 steps; in step i each rank sends to `receiver(rank, i)`, and no two ranks to the same. Blocks of equal
/// length: shape.items. Blocks of different lengths: from shape.matrix; if it is empty, as if all ranks sent
/// shape.counts, an estimate that depends on the rank.
algorithm_cost alltoall_cost(const collective_shape& shape, int (*receiver)(int rank, int step, int size));

/// rank + step (mod size)
constexpr int shifted_receiver(int rank, int step, int size) {
    return (rank + step) % size;
}

}  // namespace banyan::net
