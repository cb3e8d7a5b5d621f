// Where a PVM service is found: the names that the service, the host daemons and the programs share.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "libnet/base/environment.hpp"
#include "libnet/joining/attach_protocol.hpp"

namespace banyan::pvm3 {

/// The version of service_messages.proto and encoding.hpp. An Enrol with another one is refused.
inline constexpr std::uint32_t service_protocol_version = 2;

/// The longest message between a task and the service: entries of the mailbox, and arguments of programs.
inline constexpr std::size_t longest_service_frame_bytes = std::size_t{64} << 20;

/// The socket of the service in the folder of the virtual machine.
inline constexpr const char* service_socket_name = "pvm.sock";

/// The folder of the sockets where tasks that have enrolled at this one accept messages of tasks on their host.
inline std::filesystem::path task_sockets_beside(const std::filesystem::path& service_socket) {
    return service_socket.parent_path() / "pvm";
}

/// $PVM_TMP/NAME.<uid>, with .$PVM_VMID if that is set. PVM_TMP is /tmp by default.
inline std::filesystem::path service_file(const std::string& name) {
    const std::string id = net::environment_value("PVM_VMID");
    return std::filesystem::path(net::environment_value("PVM_TMP", "/tmp")) /
           fmt::format("{}.{}{}", name, ::geteuid(), id.empty() ? "" : "." + id);
}

/// The folder of the host that runs this process as a task; empty if none does.
inline std::filesystem::path own_host_folder() {
    return std::filesystem::path(net::environment_value(net::daemon_socket_variable)).parent_path();
}

/// The folder of its virtual machine; empty if none runs this process.
inline std::filesystem::path own_virtual_machine_folder() {
    return own_host_folder().parent_path();
}

}  // namespace banyan::pvm3
