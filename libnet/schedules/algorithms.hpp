// The algorithms, each defined in the file of its name.
#pragma once

#include "libnet/schedules/algorithm.hpp"

namespace banyan::net {

extern const algorithm allreduce_banyan_exchange;
extern const algorithm barrier_dissemination;
extern const algorithm broadcast_hypercube_tree;
extern const algorithm gather_hypercube_tree;
extern const algorithm reduce_hypercube_tree;
extern const algorithm scatter_hypercube_tree;

}  // namespace banyan::net
