// A host_acceptor without sockets. Hosts arrive when the target calls host_arrives(). Linking fake_host_acceptor.cpp
// replaces daemon/coordinator/host_acceptor.cpp.
#pragma once

#include "daemon/coordinator/host_acceptor.hpp"

namespace banyan::testing {

/// A daemon that has authenticated itself to the newest host_acceptor.
void host_arrives(std::uint32_t number, std::shared_ptr<daemon::control_stream> stream);

}  // namespace banyan::testing
