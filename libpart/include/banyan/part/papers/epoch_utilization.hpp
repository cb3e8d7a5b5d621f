// The utilization of processors that synchronize by broadcast-collapse: Marinescu & Rice 1991, section 3.
//
// 2^L processors form a hypercube tree. The root broadcasts the start of an epoch, every processor computes for the
// time E, and the ends are collected up the tree. Broadcast and collapse together take the time delta for each of the L
// levels. All times have the same unit, which can be chosen freely.
#pragma once

#include <cstdint>
#include <optional>

namespace banyan::part {

/// The times of an epoch.
struct epoch_times {
    double compute = 1;     ///< E > 0 of each processor; may be infinite
    double level = 1;       ///< delta >= 0: broadcast and collapse of one level
    int levels = 10;        ///< L, 1 to 62: the dimension of the hypercube
    double boundaries = 0;  ///< q tau alpha >= 0: the exchange of boundary values in each iteration
};

/// The time q tau alpha of a boundary exchange, eq. 3.18: q neighbours, tau for the values of one neighbour at distance
/// 1, and alpha >= 1 for the distance of the neighbours in the network.
double boundary_exchange(int neighbours, double neighbour_time, double distance_factor);

// All of the following throw error for times out of range.

/// beta = E / (L delta + q tau alpha), eq. 3.5 and 3.20; infinite if both are 0.
double compute_to_communication(const epoch_times& t);

/// U = E / (E + L delta + q tau alpha) = 1 - 1 / (1 + beta), eq. 3.4 and 3.19.
double barrier_utilization(const epoch_times& t);

/// The number of processors on `level`, 0 to L, of the tree: binomial(L, level), eq. 3.3.
double level_processors(int levels, int level);

/// E_l = E + (L - l) delta = E (1 + (1 - l / L) / beta), beta = E / (L delta): the load that keeps a processor on
/// `level` of the tree busy until the reports of its children have come, eq. 3.9. Level L has the load E.
double weighted_load(const epoch_times& t, int level);

/// U_opt = (E + L delta / 2) / (E + L delta + q tau alpha) with the loads of weighted_load(); without boundary exchange
/// 1 - 1 / (2 (1 + beta)), eq. 3.14. The processors then do more work than with the load E each: compare it with
/// barrier_utilization() only for a problem that may grow. For the same work see weighted_utilization_of_same_work().
double weighted_utilization(const epoch_times& t);

/// The utilization if the work of all processors with the load E each is divided as weighted_load() says (ours): E / (E
/// + L delta / 2 + q tau alpha). Nothing if E < L delta / 2: the deepest level would need a negative load.
std::optional<double> weighted_utilization_of_same_work(const epoch_times& t);

/// The self-synchronization scheme (section 3.5): a global synchronization every R-th iteration. In each iteration a
/// processor computes for the time E, waits until E (1 + gamma) has passed, and exchanges boundaries.
struct self_synchronization {
    double every = 1;  ///< R >= 1; may be infinite
    double bound = 0;  ///< gamma >= 0: the bound on the imbalance, divided by E
};

/// U = R E / (L delta + R (E (1 + gamma) + q tau alpha)), eq. 3.21. Infinite R or E give the limit. The paper's beta
/// for a negligible bound, eq. 3.24, is too large by 1: U = 1 - 1 / (1 + beta) needs beta = R E / (L delta + R q tau
/// alpha).
double self_synchronized_utilization(const epoch_times& t, const self_synchronization& s);

/// S = P U, eq. 2.1 and 3.25. Throws error for processors < 1.
double speed_up(double utilization, std::int64_t processors);

/// Microseconds of a 2-byte message on an NCUBE/1, 261 + 193 h, eq. 3.1; h >= 0 is the Hamming distance of the nodes.
double ncube1_latency_us(int distance);
/// The same on an NCUBE/2, 140 + h, eq. 3.2 as printed. The text below the equation gives 2 us for each node on the way
/// and "about 160 us" for h = 10, which 140 + 2 h would give.
double ncube2_latency_us(int distance);

}  // namespace banyan::part
