// Scalability of parallel programs: absolute isoefficiency, memory-overhead factor and expansion range, for the five
// all-pairs-shortest-path programs of Lin 1995, section 3.2 (Figure 3.3).
#pragma once

#include <array>

namespace banyan::part {

/// The five programs, for an n x n cost matrix on p modules (Lin's word for a processor with its memory).
enum class shortest_paths {
    dijkstra_source_partition,  ///< n / p sources per module, the whole matrix on each; at most n modules work
    dijkstra_source_parallel,   ///< p / n modules per source, one matrix per source
    floyd_stripe,               ///< stripes of rows; the k-th row is sent to all modules
    floyd_checkerboard,         ///< square blocks; parts of row and column k are sent along the modules
    floyd_pipelined             ///< the same, but each module forwards the parts to the next
};

inline constexpr std::array all_shortest_paths{shortest_paths::dijkstra_source_partition,
                                               shortest_paths::dijkstra_source_parallel, shortest_paths::floyd_stripe,
                                               shortest_paths::floyd_checkerboard, shortest_paths::floyd_pipelined};

/// Times, all in the same unit.
struct module_costs {
    double update = 1;   ///< one of the n^3 updates
    double message = 1;  ///< start of a message
    double item = 1;     ///< each matrix element of a message
};

/// T(p, n): the time of n^3 / p updates and of the messages; T(1, n) has no messages. p, n >= 1.
double parallel_time(shortest_paths program, double p, double n, const module_costs& costs = {});

/// The absolute efficiency E = T(1, n) / (p T(p, n)), eq. 3.2. In (0, 1], rising with n.
double efficiency(shortest_paths program, double p, double n, const module_costs& costs = {});

/// The n at which efficiency() is `wanted`, found numerically. Throws error unless p >= 1 and 0 < wanted < 1.
double isoefficient_side(shortest_paths program, double p, double wanted, const module_costs& costs = {});

/// The isoefficiency function f(p) without its constant: T(1, n) must grow with p in this order to keep the efficiency.
/// p^3, (p log p)^1.5, (p log p)^3, p^1.5 (log p)^3, p^1.5; logarithms to base 2.
double isoefficiency_order(shortest_paths program, double p);

/// The memory of all modules divided by that of the sequential program, n^2: p, n, 1, 1, 1.
double memory_overhead_factor(shortest_paths program, double p, double n);

/// The largest p at which the efficiency `wanted` can be kept if each module has room for `memory` matrix elements; at
/// least 1, infinite if it is above 2^512 or there is no limit. Throws error unless memory >= 1 and 0 < wanted < 1.
double expansion_limit(shortest_paths program, double memory, double wanted, const module_costs& costs = {});

/// The order of expansion_limit() in the memory mu of a module: mu^0.5, mu^2 / (log mu)^3, mu / (log mu)^2, 2^sqrt(mu),
/// infinity. The second one is derived here from p mu >= n^3 = (p log p)^1.5, because it is only partly legible in our
/// copy of the paper.
double expansion_order(shortest_paths program, double memory);

}  // namespace banyan::part
