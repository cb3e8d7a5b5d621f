// Workstations on several networks: Crandall 1994, section 3.4, Table 1 and equations 3.1 to 3.4.
#pragma once

#include <vector>

#include "banyan/part/cost.hpp"

namespace banyan::part {

enum class topology_kind { single_network, completely_connected, cube_connected, mesh };

/// Table 1, and the number of networks.
struct topology {
    topology_kind kind;
    int processors;
    int networks;
    int diameter;     ///< most networks that a message crosses
    int bisection;    ///< networks that reach into both of two halves
    int connections;  ///< networks on which each processor is
};

/// All p on one network: p / 1 / 1 / 1. Throws error for p < 1.
topology single_network(int p);
/// A network for every processor, reaching all others: p / 1 / p / p (one network for one processor). Throws error for
/// p < 1.
topology completely_connected(int p);
/// 2^k processors; each network joins the four that differ in two cyclically neighbouring bits: k 2^(k-2) networks, six
/// for eight processors (Figure 8), k on each processor, 2^(k-1) across the halves. Table 1 gives diameter 2, which
/// holds for k = 3 and 4; in general it is ceil(k / 2), and for k = 1 and 2 a single network does. Throws error unless
/// 1 <= k
/// <= 24.
topology cube_connected(int k);
/// k x k processors, a network for each row and column: k^2 / 2 / k / 2 with 2k networks. Throws error unless
/// 2 <= k <= 4096.
topology mesh_of_networks(int k);

/// The processors on each network, ascending; processors are numbered as the bits of the cube, and row by row in the
/// mesh. For completely_connected network i belongs to processor i and reaches all. For checks and drawings: O(p
/// networks).
std::vector<std::vector<int>> networks_of(const topology& form);

/// Seconds for one processor to give `bytes` to all others, message = latency + bytes * time per byte (no frames):
/// single network (p - 1) messages one after the other (3.2, 3.4), mesh 2 (k - 1) (3.3), cube and completely connected
/// log2 p, rounded up (3.1). Throws error for negative bytes and impossible networks.
double broadcast_s(const topology& form, double bytes, const network& net);

/// Seconds for p messages at once over k parallel networks, each on the least used: latency + p bytes tau / k. The mean
/// load; ceil(p / k) messages share the busiest network. Throws error unless k >= 1, p >= 0, bytes >= 0.
double parallel_messages_s(int messages, int networks, double bytes, const network& net);

}  // namespace banyan::part
