// A host_door without sockets: hosts come in when the target says so. Linking fake_door.cpp replaces
// daemon/coordinator/host_door.cpp.
#pragma once

#include "daemon/coordinator/host_door.hpp"

namespace banyan::testing {

/// A daemon that has proven itself to the newest host_door.
void host_arrives(std::uint32_t number, std::shared_ptr<daemon::control_stream> stream);

}  // namespace banyan::testing
