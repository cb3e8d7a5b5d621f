#include "daemon/common/host_directory.hpp"

#include <fmt/format.h>

#include <system_error>

#include "daemon/common/runtime_directory.hpp"
#include "daemon/common/virtual_machine_folder.hpp"

namespace banyan::daemon {

std::filesystem::path host_directory(const std::filesystem::path& virtual_machine, std::uint32_t host_number) {
    return virtual_machine / fmt::format("host{}", host_number);
}

std::filesystem::path attach_socket(const std::filesystem::path& folder) {
    return folder / "tasks.sock";
}

std::filesystem::path make_host_directory(const std::filesystem::path& virtual_machine, std::uint32_t host_number) {
    auto folder = host_directory(virtual_machine, host_number);
    make_private_directory(folder);
    return folder;
}

std::string removed_text(const std::filesystem::path& folder) {
    if (!was_removed(attach_socket(folder))) return "";
    return fmt::format(
        "the folder {} was removed, as systemd does at the end of the last login; 'loginctl enable-linger' prevents "
        "this",
        folder.string());
}

void remove_host_directory(const std::filesystem::path& folder) {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    remove_if_unused(folder.parent_path());
}

}  // namespace banyan::daemon
