// The environment variables and the version that a daemon and its tasks share. None of them is secret.
#pragma once

#include <cstdint>

namespace banyan::net {

/// Path of the daemon's Unix-domain socket for its tasks.
inline constexpr const char* daemon_socket_variable = "BANYAN_DAEMON";
/// The task's id, decimal.
inline constexpr const char* task_variable = "BANYAN_TASK";
/// For programs without this library: rank, number of tasks, and both again among the tasks of the run on one host.
inline constexpr const char* rank_variable = "BANYAN_RANK";
inline constexpr const char* size_variable = "BANYAN_SIZE";
inline constexpr const char* local_rank_variable = "BANYAN_LOCAL_RANK";
inline constexpr const char* local_size_variable = "BANYAN_LOCAL_SIZE";

/// Increased with every change of control.proto that an older program would misread.
inline constexpr std::uint32_t attach_protocol_version = 2;

}  // namespace banyan::net
