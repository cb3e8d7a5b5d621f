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
extern const algorithm allreduce_linear;
extern const algorithm allreduce_rabenseifner;
extern const algorithm allreduce_reduce_broadcast;
extern const algorithm allreduce_ring;
extern const algorithm allreduce_scattered;
extern const algorithm allreduce_two_level;
extern const algorithm alltoall_bruck;
extern const algorithm alltoall_linear;
extern const algorithm alltoall_pairwise;
extern const algorithm alltoall_two_level;
extern const algorithm alltoall_varying_balanced;
extern const algorithm alltoall_varying_linear;
extern const algorithm alltoall_varying_pairwise;
extern const algorithm alltoall_varying_two_level;
extern const algorithm barrier_banyan_exchange;
extern const algorithm barrier_binary_tree;
extern const algorithm barrier_broadcast_collapse;
extern const algorithm barrier_chain;
extern const algorithm barrier_dissemination;
extern const algorithm barrier_hypercube_tree;
extern const algorithm barrier_linear;
extern const algorithm barrier_n_ary_tree;
extern const algorithm barrier_near_binary_tree;
extern const algorithm barrier_two_binary_trees;
extern const algorithm barrier_two_level;
extern const algorithm broadcast_binary_tree;
extern const algorithm broadcast_chain;
extern const algorithm broadcast_hypercube_tree;
extern const algorithm broadcast_linear;
extern const algorithm broadcast_n_ary_tree;
extern const algorithm broadcast_near_binary_tree;
extern const algorithm broadcast_pipelined_binary_tree;
extern const algorithm broadcast_scatter_allgather;
extern const algorithm broadcast_scatter_banyan_exchange;
extern const algorithm broadcast_two_level;
extern const algorithm exclusive_scan_chain;
extern const algorithm exclusive_scan_doubling;
extern const algorithm exclusive_scan_scattered;
extern const algorithm exclusive_scan_two_level;
extern const algorithm gather_binary_tree;
extern const algorithm gather_chain;
extern const algorithm gather_hypercube_tree;
extern const algorithm gather_linear;
extern const algorithm gather_n_ary_tree;
extern const algorithm gather_near_binary_tree;
extern const algorithm gather_two_level;
extern const algorithm reduce_binary_tree;
extern const algorithm reduce_chain;
extern const algorithm reduce_hypercube_tree;
extern const algorithm reduce_linear;
extern const algorithm reduce_n_ary_tree;
extern const algorithm reduce_near_binary_tree;
extern const algorithm reduce_rabenseifner;
extern const algorithm reduce_scatter_pairwise;
extern const algorithm reduce_scatter_recursive_halving;
extern const algorithm reduce_scatter_reduce_then_scatter;
extern const algorithm reduce_scatter_ring;
extern const algorithm reduce_scatter_two_level;
extern const algorithm reduce_two_level;
extern const algorithm scan_chain;
extern const algorithm scan_doubling;
extern const algorithm scan_scattered;
extern const algorithm scan_two_level;
extern const algorithm scatter_binary_tree;
extern const algorithm scatter_chain;
extern const algorithm scatter_hypercube_tree;
extern const algorithm scatter_linear;
extern const algorithm scatter_n_ary_tree;
extern const algorithm scatter_near_binary_tree;
extern const algorithm scatter_two_level;
extern const algorithm scatter_two_level_groups;

}  // namespace banyan::net
