// Which hosts a virtual machine for PVM begins with, and how they are started.
#pragma once

#include <string>
#include <vector>

#include "daemon/client/host_file.hpp"
#include "daemon/pvm/pvm_host_file.hpp"

namespace banyan::daemon::pvm {

/// The hosts of the file without those marked by `&`. This computer is the first one, as with PVM, whose daemon that
/// reads the file is t40000: the first host of the file with an address of this computer, without its lo=; "localhost"
/// with the default options if there is none. May block in name resolution. Throws net::error invalid_argument.
std::vector<host_entry> hosts_to_start(const pvm_host_file& file);

/// Lines about options so= of hosts that are started, one for each value. The first host is this computer, which is not
/// started that way.
std::vector<std::string> start_option_notes(const pvm_host_file& file, const std::string& first_host);

/// The host as it is started for PVM: by the program in PVM_RSH, and with the daemon in PVM_DPATH if that is a banyand,
/// unless the entry names others. Another computer reads its $HOME/.pvmprofile first.
host_entry with_start_variables(host_entry host);

/// The hosts with the addresses that they have if they are started together. If they are started one by one with these,
/// this computer listens where the other hosts reach it. Throws as plan_hosts().
std::vector<host_entry> with_common_addresses(std::vector<host_entry> hosts);

}  // namespace banyan::daemon::pvm
