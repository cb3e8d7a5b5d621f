#include "tests/daemon/system/listening.hpp"

#include <arpa/inet.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace banyan::testing {
namespace {

/// The numbers in "socket:[4711]" of all descriptors of the process that are sockets.
std::set<std::string> sockets_of(pid_t pid) {
    std::set<std::string> inodes;
    std::error_code gone;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/fd", gone)) {
        const std::string target = std::filesystem::read_symlink(entry.path(), gone).string();
        constexpr std::string_view begin = "socket:[";
        if (target.starts_with(begin)) inodes.insert(target.substr(begin.size(), target.size() - begin.size() - 1));
    }
    return inodes;
}

/// Converts the kernel's form of an address, such as "0200007F:1267", to the usual one.
std::string readable(const std::string& address) {
    in_addr ip{static_cast<in_addr_t>(std::stoul(address.substr(0, 8), nullptr, 16))};
    char text[INET_ADDRSTRLEN] = "";
    ::inet_ntop(AF_INET, &ip, text, sizeof text);
    return std::string(text) + ":" + std::to_string(std::stoul(address.substr(9), nullptr, 16));
}

}  // namespace

std::vector<std::string> tcp_listeners(pid_t pid) {
    const auto own = sockets_of(pid);
    std::vector<std::string> result;
    std::ifstream table("/proc/" + std::to_string(pid) + "/net/tcp");
    std::string line;
    std::getline(table, line);  // skips the column names
    while (std::getline(table, line)) {
        std::istringstream fields(line);
        std::string number, local, remote, state, queues, timer, retransmits, user, timeouts, inode;
        fields >> number >> local >> remote >> state >> queues >> timer >> retransmits >> user >> timeouts >> inode;
        if (state == "0A" && own.contains(inode)) result.push_back(readable(local));
    }
    return result;
}

}  // namespace banyan::testing
