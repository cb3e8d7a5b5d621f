#include "daemon/common/runtime_directory.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "banyan/net/error.hpp"
#include "libnet/base/secret.hpp"

namespace banyan::daemon {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view private_prefix = "private-";
constexpr int most_tries = 100;

/// The longest path of a socket below the folder of all virtual machines.
constexpr std::string_view longest_below = "/private-01234567/host4095/task-01234567";

void check_length(const fs::path& path) {
    constexpr std::size_t most = sizeof sockaddr_un{}.sun_path - 1 - longest_below.size();
    if (path.native().size() > most)
        throw net::error(net::errc::launch_failed,
                         fmt::format("{}: the path has {} bytes, but sockets in it allow at most {}; set "
                                     "XDG_RUNTIME_DIR to a shorter one",
                                     path.string(), path.native().size(), most));
}

/// XDG_RUNTIME_DIR; empty if it is not an absolute path.
fs::path wanted_parent() {
    const char* runtime = std::getenv("XDG_RUNTIME_DIR");
    return runtime != nullptr && *runtime == '/' ? runtime : "";
}

/// Why another user could rename or remove folders of this user in this one; "" if there is no such reason.
std::string danger_in(const fs::path& folder) {
    struct stat found {};
    if (::stat(folder.c_str(), &found) != 0) return "";
    if (found.st_uid != ::geteuid() && found.st_uid != 0)
        return fmt::format("belongs to another user (uid {})", found.st_uid);
    if ((found.st_mode & S_IWOTH) != 0 && (found.st_mode & S_ISVTX) == 0)
        return fmt::format("can be changed by all users (mode {:04o})", found.st_mode & 07777);
    return "";
}

}  // namespace

void throw_unusable(const fs::path& path, const std::string& why) {
    throw net::error(net::errc::launch_failed,
                     fmt::format("{}: {}; set XDG_RUNTIME_DIR to a folder of yours", path.string(), why));
}

void make_private_directory(const fs::path& path) {
    struct stat found {};
    bool there = false;
    for (int tries = 0; !there && tries < most_tries; ++tries) {
        if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
            throw_unusable(path, "cannot be created: " + std::generic_category().message(errno));
        there = ::lstat(path.c_str(), &found) == 0;  // else another process has just removed it
    }
    if (!there) throw_unusable(path, std::generic_category().message(errno));
    if (S_ISLNK(found.st_mode)) throw_unusable(path, "is a symbolic link, not a folder");
    if (!S_ISDIR(found.st_mode)) throw_unusable(path, "is not a folder");
    if (found.st_uid != ::geteuid())
        throw_unusable(path, fmt::format("belongs to another user (uid {})", found.st_uid));
    if ((found.st_mode & 0077) != 0)
        throw_unusable(path, fmt::format("is open to other users (mode {:04o}; must be 0700)", found.st_mode & 07777));
}

fs::path runtime_parent() {
    fs::path wanted = wanted_parent();
    return wanted.empty() || !danger_in(wanted).empty() ? "/tmp" : wanted;
}

std::string runtime_note() {
    const fs::path wanted = wanted_parent();
    const std::string danger = wanted.empty() ? "" : danger_in(wanted);
    if (danger.empty()) return "";
    return fmt::format("XDG_RUNTIME_DIR is not used, because {} {}; {} is used instead", wanted.string(), danger,
                       runtime_parent().string());
}

fs::path runtime_directory() {
    const fs::path path = runtime_parent() / fmt::format("banyan-{}", ::geteuid());
    check_length(path);
    make_private_directory(path);
    return path;
}

bool is_virtual_machine_id(const std::string& text) {
    constexpr std::size_t longest = 32;
    return !text.empty() && text.size() <= longest &&
           std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-'; });
}

fs::path virtual_machine_directory(const std::string& id) {
    if (!is_virtual_machine_id(id))
        throw net::error(
            net::errc::invalid_argument,
            "'" + id + "' is not a valid id of a virtual machine: an id has 1 to 32 letters, digits and hyphens");
    return runtime_directory() / id;
}

fs::path control_socket(const std::string& id) {
    return virtual_machine_directory(id) / control_socket_name;
}

fs::path hosts_socket(const std::string& id) {
    return virtual_machine_directory(id) / "hosts.sock";
}

fs::path first_socket(const std::string& id) {
    return is_public(id) ? virtual_machine_directory(id) / "starting.sock" : control_socket(id);
}

bool was_removed(const fs::path& socket) {
    std::error_code unknown;
    return !fs::exists(socket, unknown) && !unknown;
}

bool is_public(const std::string& id) {
    return !id.starts_with(private_prefix);
}

std::string make_virtual_machine_id(bool is_private) {
    std::array<std::byte, 4> random;
    net::fill_random(random);
    std::string id{is_private ? private_prefix : ""};
    for (const std::byte b : random)
        id += fmt::format("{:02x}", std::to_integer<int>(b));
    return id;
}

long peer_user(int socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
    return static_cast<long>(peer.uid);
}

pid_t peer_process(int socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : 0;
}

}  // namespace banyan::daemon
