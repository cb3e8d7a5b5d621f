// How far a parallel program can grow: absolute isoefficiency, memory-overhead factor and expansion range, for the five
// all-pairs-shortest-path programs of Lin 1995, section 3.2 (Figure 3.3).
#pragma once

#include <array>

namespace banyan::part {

/// n x n cost matrix on p modules.
enum class shortest_paths {
    dijkstra_source_partition,  ///< n / p sources each, every module with the whole matrix; p <= n are busy
    dijkstra_source_parallel,   ///< p / n modules to each source, every source with a matrix of its own
    floyd_stripe,               ///< rows in stripes; the k-th row goes to all
    floyd_checkerboard,  ///< square blocks; pieces of the k-th row and column go along rows and columns of modules
    floyd_pipelined      ///< the same, each module passing the pieces on to the next
};

inline constexpr std::array all_shortest_paths{shortest_paths::dijkstra_source_partition,
                                               shortest_paths::dijkstra_source_parallel, shortest_paths::floyd_stripe,
                                               shortest_paths::floyd_checkerboard, shortest_paths::floyd_pipelined};

/// Times in any one unit.
struct module_costs {
    double update = 1;   ///< of one of the n^3 updates
    double message = 1;  ///< to start a message
    double item = 1;     ///< for each matrix element in it
};

/// T(p, n): n^3 / p updates and the messages; T(1, n) has none. p, n >= 1.
double parallel_time(shortest_paths program, double p, double n, const module_costs& costs = {});

/// E = T(1, n) / (p T(p, n)), eq. 3.2: absolute efficiency. In (0, 1], growing with n.
double efficiency(shortest_paths program, double p, double n, const module_costs& costs = {});

/// The n at which `efficiency` is E, found numerically. Throws error unless p >= 1 and 0 < E < 1.
double isoefficient_side(shortest_paths program, double p, double wanted, const module_costs& costs = {});

/// f(p), without its constant: the order in which T(1, n) must grow with p to hold any efficiency. p^3, (p log p)^1.5,
/// (p log p)^3, p^1.5 (log p)^3, p^1.5; logarithms to base 2.
double isoefficiency_order(shortest_paths program, double p);

/// Memory of the whole program over that of the sequential one, n^2: p, n, 1, 1, 1.
double memory_overhead_factor(shortest_paths program, double p, double n);

/// The largest p at which efficiency E can be held when no module has more than `memory` matrix elements; infinite
/// where no p is too large, 1 at least. Throws error unless memory >= 1 and 0 < E < 1.
double expansion_limit(shortest_paths program, double memory, double wanted, const module_costs& costs = {});

/// Its order in the memory mu of a module: mu^0.5, mu^2 / (log mu)^3, mu / (log mu)^2, 2^sqrt(mu), infinity. The second
/// is derived here: p mu >= n^3 = (p log p)^1.5 (the paper's is legible only in part).
double expansion_order(shortest_paths program, double memory);

}  // namespace banyan::part
