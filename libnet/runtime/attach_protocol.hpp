// What a daemon and its tasks must agree on to find each other. Neither variable is a secret.
#pragma once

#include <cstdint>

namespace banyan::net {

/// Path of the daemon's Unix-domain socket for its tasks.
inline constexpr const char* daemon_socket_variable = "BANYAN_DAEMON";
/// The task's id, decimal.
inline constexpr const char* task_variable = "BANYAN_TASK";

/// Raised with every change of control.proto that an older program would misread.
inline constexpr std::uint32_t attach_protocol_version = 2;

}  // namespace banyan::net
