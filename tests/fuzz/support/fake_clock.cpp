#include "tests/fuzz/support/fake_clock.hpp"

#include <cerrno>

namespace {

// The time starts at one hour, so that earlier times differ from "never".
std::chrono::nanoseconds elapsed = std::chrono::hours(1);

}  // namespace

std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept {
    return time_point(elapsed);
}

// A timer of the system would follow the real clock. Without one, Asio calls now().
extern "C" int timerfd_create(int, int) noexcept {
    errno = ENOSYS;
    return -1;
}

namespace banyan::testing {

void advance_clock(std::chrono::milliseconds by) {
    elapsed += by;
}

}  // namespace banyan::testing
