// From a host as the user names it to how its daemon is started and reached.
#pragma once

#include <string>
#include <vector>

#include "daemon/client/host_entry.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

/// Plans the start of these hosts (none: this computer, as "localhost"). May block on the resolver.
///
/// With a launcher: its words with {host}, {address} and {user} filled in. A host whose address or name is of this
/// computer, without user and launcher: locally. Else: ssh, or the command in BANYAN_SSH.
/// Throws net::error invalid_argument naming the host and what is wrong.
wire::AddHosts plan_hosts(std::vector<host_entry> hosts);

}  // namespace banyan::daemon
