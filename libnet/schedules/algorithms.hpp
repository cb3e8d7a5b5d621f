// The algorithms, each defined in the file of its name.
#pragma once

#include "libnet/schedules/algorithm.hpp"

namespace banyan::net {

extern const algorithm allgather_banyan_exchange;
extern const algorithm allgather_bruck;
extern const algorithm allgather_gather_broadcast;
extern const algorithm allgather_linear;
extern const algorithm allgather_ring;
extern const algorithm allgather_two_level;
extern const algorithm allreduce_banyan_exchange;
extern const algorithm alltoall_bruck;
extern const algorithm alltoall_linear;
extern const algorithm alltoall_pairwise;
extern const algorithm alltoall_two_level;
extern const algorithm alltoall_varying_balanced;
extern const algorithm alltoall_varying_linear;
extern const algorithm alltoall_varying_pairwise;
extern const algorithm barrier_dissemination;
extern const algorithm broadcast_hypercube_tree;
extern const algorithm broadcast_scatter_allgather;
extern const algorithm broadcast_scatter_banyan_exchange;
extern const algorithm broadcast_two_level;
extern const algorithm gather_hypercube_tree;
extern const algorithm reduce_hypercube_tree;
extern const algorithm scatter_hypercube_tree;
extern const algorithm scatter_two_level_groups;

}  // namespace banyan::net
