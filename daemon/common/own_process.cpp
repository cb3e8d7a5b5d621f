#include "daemon/common/own_process.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <fstream>
#include <string_view>

namespace banyan::daemon {

std::vector<std::string> own_environment() {
    std::vector<std::string> list;
    for (char** entry = environ; *entry != nullptr; ++entry)
        list.emplace_back(*entry);
    return list;
}

mode_t own_umask() {
    constexpr std::string_view key = "Umask:\t";
    constexpr int octal = 8;
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        mode_t mask = 0;
        if (!line.starts_with(key)) continue;
        const char* end = line.data() + line.size();
        if (std::from_chars(line.data() + key.size(), end, mask, octal).ptr == end) return mask;
    }
    const mode_t mask = ::umask(0077);  // the system has no call that only reads the umask
    ::umask(mask);
    return mask;
}

}  // namespace banyan::daemon
