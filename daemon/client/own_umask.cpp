#include "daemon/client/own_umask.hpp"

#include <sys/stat.h>

#include <charconv>
#include <fstream>
#include <string>

namespace banyan::daemon {

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
    const mode_t mask = ::umask(0077);  // there is no call that only asks
    ::umask(mask);
    return mask;
}

}  // namespace banyan::daemon
