// The version of the messages between a command and its coordinator.
#pragma once

#include <cstdint>

namespace banyan::daemon {

/// Increased with every change of FromClient or ToClient in daemon.proto that a program of another version would
/// misread. A command of another version can only send TakeDown, so that message, Failure and the version itself never
/// change.
inline constexpr std::uint32_t command_protocol_version = 1;

}  // namespace banyan::daemon
