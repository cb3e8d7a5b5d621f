// Decides how the daemon of a host is started and reached.
#pragma once

#include <string>
#include <vector>

#include "daemon/client/host_file.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

/// Plans the start of these hosts; without hosts, of this computer as "localhost". May block in name resolution; names
/// are resolved 32 at a time.
///
/// A host with a launcher is started by that command, in which {host}, {address} and {user} are replaced. A host with
/// an address of this computer and without a user is started locally. Others are started by ssh, or the command in
/// BANYAN_SSH, or the program `rsh` of the host. `role`: the argument of banyand; "": the one that starts a daemon.
/// Throws net::error invalid_argument that names the host and what is wrong.
wire::AddHosts plan_hosts(std::vector<host_entry> hosts, const std::string& role = "");

/// True for a host without a launcher that has an address of this computer. May block in name resolution. Throws as
/// plan_hosts().
bool is_this_computer(host_entry host);

/// False if the host has no address of its own and its name has none either. May block in name resolution.
bool has_address(const host_entry& host);

}  // namespace banyan::daemon
