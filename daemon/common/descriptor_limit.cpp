#include "daemon/common/descriptor_limit.hpp"

#include <sys/resource.h>

#include <optional>

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

}  // namespace banyan::daemon
