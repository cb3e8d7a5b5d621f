#include "daemon/common/process_limits.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <vector>

#include "banyan/net/error.hpp"
#include "libnet/base/shortage.hpp"

namespace banyan::daemon {
namespace {

std::optional<rlim_t> soft_before;

}  // namespace

void raise_descriptor_limit() {
    rlimit limit{};
    if (soft_before || ::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    soft_before = limit.rlim_cur;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

void restore_descriptor_limit() {
    rlimit limit{};
    if (!soft_before || ::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = *soft_before;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

void require_descriptors(int count) {
    std::vector<int> taken;
    int failed = 0;
    while (failed == 0 && static_cast<int>(taken.size()) < count) {
        const int one = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
        one < 0 ? static_cast<void>(failed = errno) : taken.push_back(one);
    }
    for (const int one : taken)
        ::close(one);
    if (failed != 0) throw net::error(net::errc::resource_limit, net::detail::shortage_text(failed));
}

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
