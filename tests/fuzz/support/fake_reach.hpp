// Replaces the connects of a host daemon that goes back to its coordinator: the target answers. Linking fake_reach.cpp
// replaces daemon/host/reach_coordinator.cpp.
#pragma once

#include <memory>

#include "daemon/host/reach_coordinator.hpp"

namespace banyan::testing {

/// True while a daemon waits for an answer.
bool is_reaching();
/// Null stands for a refused connect.
void answer_reaching(std::shared_ptr<daemon::control_stream> stream);

}  // namespace banyan::testing
