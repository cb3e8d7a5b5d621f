#include "tests/fuzz/support/fake_clock.hpp"

#include <cerrno>

namespace {

// An hour after the start: times before it can be told from "never".
std::chrono::nanoseconds elapsed = std::chrono::hours(1);

}  // namespace

std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept {
    return time_point(elapsed);
}

// A timer of the system would follow the real clock; without one Asio asks now().
extern "C" int timerfd_create(int, int) noexcept {
    errno = ENOSYS;
    return -1;
}

namespace banyan::testing {

void advance_clock(std::chrono::milliseconds by) {
    elapsed += by;
}

}  // namespace banyan::testing
