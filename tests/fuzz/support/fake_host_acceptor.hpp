// A host_acceptor without sockets: hosts come in when the target says so. Linking fake_host_acceptor.cpp replaces
// daemon/coordinator/host_acceptor.cpp.
#pragma once

#include "daemon/coordinator/host_acceptor.hpp"

namespace banyan::testing {

/// A daemon that has proven itself to the newest host_acceptor.
void host_arrives(std::uint32_t number, std::shared_ptr<daemon::control_stream> stream);

}  // namespace banyan::testing
