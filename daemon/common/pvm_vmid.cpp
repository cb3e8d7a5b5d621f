#include "daemon/common/pvm_vmid.hpp"

#include <system_error>

#include "daemon/common/runtime_directory.hpp"
#include "libnet/base/environment.hpp"

namespace banyan::daemon {

namespace {

std::filesystem::path vmid_link(const std::filesystem::path& virtual_machine) {
    return virtual_machine / "pvm_vmid";
}

}  // namespace

std::string own_vmid() {
    return net::environment_value("PVM_VMID");
}

void store_own_vmid(const std::filesystem::path& virtual_machine) {
    const std::string value = own_vmid();
    if (value.empty()) return;
    const auto link = vmid_link(virtual_machine);
    std::error_code failed;
    std::filesystem::create_symlink(value, link, failed);
    if (failed) throw_unusable(link, failed.message());
}

std::string vmid_of(const std::filesystem::path& virtual_machine) {
    std::error_code missing;
    return std::filesystem::read_symlink(vmid_link(virtual_machine), missing).string();
}

}  // namespace banyan::daemon
