#include "libnet/base/fork_count.hpp"

#include <pthread.h>

#include "banyan/net/error.hpp"

namespace banyan::net::detail {
namespace {

void count_fork() {
    fork_count.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

void refuse_forked_child() {
    throw error(errc::not_attached,
                "this process is a child that the task has forked, and only the task itself can send and receive; let "
                "the child execute another program, or give its results to the task through a pipe");
}

void watch_forks() {
    [[maybe_unused]] static const int registered = ::pthread_atfork(nullptr, nullptr, &count_fork);
}

}  // namespace banyan::net::detail
