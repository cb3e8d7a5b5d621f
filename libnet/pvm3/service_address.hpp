// Where a PVM service is found: the names that the service and the programs share.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "libnet/joining/attach_protocol.hpp"

namespace banyan::pvm3 {

/// The socket of the service in the folder of the virtual machine.
inline constexpr const char* service_socket_name = "pvm.sock";

/// $PVM_TMP/NAME.<uid>, with .$PVM_VMID if that is set. PVM_TMP is /tmp by default.
inline std::filesystem::path service_file(const std::string& name) {
    const char* folder = std::getenv("PVM_TMP");
    const char* id = std::getenv("PVM_VMID");
    const std::string suffix = id && *id ? std::string(".") + id : "";
    return std::filesystem::path(folder && *folder ? folder : "/tmp") /
           fmt::format("{}.{}{}", name, ::geteuid(), suffix);
}

/// The folder of the virtual machine that runs this process; empty if none does.
inline std::filesystem::path own_virtual_machine_folder() {
    const char* daemon = std::getenv(net::daemon_socket_variable);
    return daemon ? std::filesystem::path(daemon).parent_path().parent_path() : std::filesystem::path();
}

}  // namespace banyan::pvm3
