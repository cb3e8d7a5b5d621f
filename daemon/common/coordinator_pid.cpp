#include "daemon/common/coordinator_pid.hpp"

#include <charconv>
#include <string>
#include <system_error>

namespace banyan::daemon {
namespace fs = std::filesystem;

fs::path coordinator_pid_link(const fs::path& virtual_machine) {
    return virtual_machine / "coordinator";
}

void write_coordinator_pid(const fs::path& link, pid_t coordinator) {
    const fs::path fresh = link.string() + ".new";
    std::error_code failed;
    fs::remove(fresh, failed);
    fs::create_symlink(std::to_string(coordinator), fresh, failed);
    if (!failed) fs::rename(fresh, link, failed);
}

pid_t read_coordinator_pid(const fs::path& link) {
    std::error_code missing;
    const std::string target = fs::read_symlink(link, missing).string();
    pid_t pid = 0;
    std::from_chars(target.data(), target.data() + target.size(), pid);
    return pid;
}

}  // namespace banyan::daemon
