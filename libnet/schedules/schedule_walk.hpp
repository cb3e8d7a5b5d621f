// The predicted time of an algorithm where several ranks share a host and the hosts share a network: a walk through the
// schedules of all ranks. The formula of network_model.hpp cannot tell messages inside a host from those between hosts.
#pragma once

#include "libnet/schedules/network_model.hpp"

namespace banyan::net {

/// Seconds until the last rank ends. Every rank has a clock. A message of b bytes occupies its sender for the longer of
/// G and b Td, and arrives T0 + b Td after its begin; between hosts, it also occupies the links of both hosts for b Td.
/// combine and copy take Tc for each byte. The result is at least the processor time of the busiest host, divided by
/// its cores, and S for each byte between hosts. Makes the schedules of all ranks: takes about as many steps as they
/// have together. `shape.rank` is ignored. Equal on all ranks that give the same arguments.
double walked_time(const algorithm& how, const collective_shape& shape, std::size_t item_bytes,
                   const network_model& model);

}  // namespace banyan::net
