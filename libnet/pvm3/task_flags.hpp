// The bits of ti_flag, which pvm_tasks returns, as in PVM. The service sets them, and the console shows their letters.
#pragma once

namespace banyan::pvm3 {

inline constexpr int flag_of_spawned = 0x2;    ///< started by the service
inline constexpr int flag_of_connected = 0x4;  ///< enrolled
inline constexpr int flag_of_manager = 0x100;  ///< has the role of a resource manager
inline constexpr int flag_of_hoster = 0x200;
inline constexpr int flag_of_tasker = 0x400;
inline constexpr int flag_of_tracer = 0x800;

}  // namespace banyan::pvm3
