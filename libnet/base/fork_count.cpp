#include "libnet/base/fork_count.hpp"

#include <pthread.h>

namespace banyan::net::detail {
namespace {

void count_fork() {
    fork_count.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

void watch_forks() {
    [[maybe_unused]] static const int registered = ::pthread_atfork(nullptr, nullptr, &count_fork);
}

}  // namespace banyan::net::detail
