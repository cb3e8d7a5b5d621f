// What `up` and `add` say about hosts that were probably not meant as they were listed.
#pragma once

#include <string>
#include <vector>

#include "daemon/client/virtual_machine.hpp"

namespace banyan::tools {

/// A line for each address that several hosts have if one of them was added without slots=: they are probably names of
/// the same computer, whose cores then count several times. Hosts with loopback addresses are on this computer on
/// purpose. `hosts`: all of the virtual machine.
std::vector<std::string> same_address_notes(const std::vector<daemon::host_info>& hosts,
                                            const std::vector<daemon::host_entry>& added);

}  // namespace banyan::tools
