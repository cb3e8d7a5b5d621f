// Workstations on several networks: Crandall 1994, section 3.4, Table 1 and equations 3.1 to 3.4.
#pragma once

#include <vector>

#include "banyan/part/cost.hpp"
#include "banyan/part/measured_network.hpp"

namespace banyan::part {

enum class topology_kind { single_network, completely_connected, cube_connected, mesh };

/// One line of Table 1, and the number of networks.
struct topology {
    topology_kind kind;
    int processors;
    int networks;
    int diameter;     ///< the largest number of networks that a message crosses
    int bisection;    ///< networks that connect the two halves of the processors
    int connections;  ///< networks to which each processor is connected
};

/// All p processors on one network: diameter, bisection and connections are 1. Throws error unless 1 <= p <= 2^24.
topology single_network(int p);
/// p networks, each of which connects all processors: diameter 1, bisection p, connections p. Throws error unless 1 <=
/// p <= 2^24.
topology completely_connected(int p);
/// 2^k processors. Each network connects the four processors whose numbers differ in two cyclically neighbouring bits.
/// So there are k 2^(k-2) networks (six for eight processors, Figure 8), k at each processor, and 2^(k-1) between the
/// halves. Table 1 gives the diameter 2, which holds for k = 3 and 4; in general it is ceil(k / 2). For k = 1 and 2
/// there is one network. Throws error unless 1 <= k <= 24.
topology cube_connected(int k);
/// k x k processors and 2k networks, one for each row and each column: diameter 2, bisection k, connections 2. Throws
/// error unless 2 <= k <= 4096.
topology mesh_of_networks(int k);

/// The processors on each network, ascending. Processors are numbered by the bits of the cube, or row by row in the
/// mesh. For completely_connected, each of the p networks lists all processors. O(networks x processors per network):
/// for checks and drawings.
std::vector<std::vector<int>> networks_of(const topology& form);

/// Seconds in which one processor sends `bytes` to all others; a message takes latency + bytes * time per byte, without
/// frames. Single network: p - 1 messages one after the other (eqs. 3.2, 3.4). Mesh: 2 (k - 1) (eq. 3.3). Cube and
/// completely connected: log2 p, rounded up (eq. 3.1). Throws error for negative bytes and for a lambda or tau that is
/// negative or not finite.
double broadcast_s(const topology& form, double bytes, const network& net);
/// The same on networks whose lambda and tau depend on the size of a message. Throws error for negative bytes.
double broadcast_s(const topology& form, double bytes, const measured_network& net);

/// Seconds for `messages` messages together on k = `networks` parallel networks: latency + messages * bytes * tau / k.
/// That is the mean load; the busiest network carries ceil(messages / k) of them. Throws error unless k >= 1, messages
/// >= 0 and bytes >= 0.
double parallel_messages_s(int messages, int networks, double bytes, const network& net);
/// The same on networks whose lambda and tau depend on the size of a message. Throws error as above.
double parallel_messages_s(int messages, int networks, double bytes, const measured_network& net);

}  // namespace banyan::part
