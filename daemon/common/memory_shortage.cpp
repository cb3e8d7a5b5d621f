#include "daemon/common/memory_shortage.hpp"

#include <sys/resource.h>

#include <array>
#include <cstdio>

namespace banyan::daemon {

const char* memory_shortage_text() noexcept {
    constexpr rlim_t kibibyte = 1024;
    static std::array<char, 96> text;
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return "not enough memory";
    std::snprintf(text.data(), text.size(), "not enough memory: %llu KiB of address space are allowed (ulimit -v)",
                  static_cast<unsigned long long>(limit.rlim_cur / kibibyte));
    return text.data();
}

}  // namespace banyan::daemon
