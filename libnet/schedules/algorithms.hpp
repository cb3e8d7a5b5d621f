// The algorithms, each defined in the file of its name.
#pragma once

#include "libnet/schedules/algorithm.hpp"

namespace banyan::net {

extern const algorithm allreduce_banyan_exchange;
extern const algorithm allreduce_linear;
extern const algorithm allreduce_rabenseifner;
extern const algorithm allreduce_reduce_broadcast;
extern const algorithm allreduce_ring;
extern const algorithm allreduce_scattered;
extern const algorithm allreduce_two_level;
extern const algorithm exclusive_scan_chain;
extern const algorithm exclusive_scan_doubling;
extern const algorithm reduce_rabenseifner;
extern const algorithm reduce_scatter_pairwise;
extern const algorithm reduce_scatter_recursive_halving;
extern const algorithm reduce_scatter_reduce_then_scatter;
extern const algorithm reduce_scatter_ring;
extern const algorithm reduce_two_level;
extern const algorithm scan_chain;
extern const algorithm scan_doubling;

}  // namespace banyan::net
