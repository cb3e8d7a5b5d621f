// The algorithms, each defined in the file of its name.
#pragma once

#include "libnet/schedules/algorithm.hpp"

namespace banyan::net {

extern const algorithm allreduce_banyan_exchange;
extern const algorithm barrier_binary_tree;
extern const algorithm barrier_broadcast_collapse;
extern const algorithm barrier_dissemination;
extern const algorithm barrier_hypercube_tree;
extern const algorithm barrier_linear;
extern const algorithm broadcast_binary_tree;
extern const algorithm broadcast_chain;
extern const algorithm broadcast_hypercube_tree;
extern const algorithm broadcast_linear;
extern const algorithm broadcast_n_ary_tree;
extern const algorithm broadcast_near_binary_tree;
extern const algorithm broadcast_pipelined_binary_tree;
extern const algorithm gather_binary_tree;
extern const algorithm gather_chain;
extern const algorithm gather_hypercube_tree;
extern const algorithm gather_linear;
extern const algorithm reduce_binary_tree;
extern const algorithm reduce_chain;
extern const algorithm reduce_hypercube_tree;
extern const algorithm reduce_linear;
extern const algorithm scatter_binary_tree;
extern const algorithm scatter_chain;
extern const algorithm scatter_hypercube_tree;
extern const algorithm scatter_linear;

}  // namespace banyan::net
