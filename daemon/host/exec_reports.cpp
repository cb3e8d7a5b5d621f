#include "daemon/host/exec_reports.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace banyan::daemon {

exec_failure exec_reports::wait(int pipe) {
    constexpr int part_after_late = 50;
    const auto limit = was_late_ ? limit_ / part_after_late : limit_;
    pollfd readable{pipe, POLLIN, 0};
    int ready = 0;
    while ((ready = ::poll(&readable, 1, static_cast<int>(limit.count()))) < 0 && errno == EINTR) {
    }
    was_late_ = ready <= 0;
    exec_failure failure;
    if (was_late_ || ::read(pipe, &failure, sizeof failure) != sizeof failure) return {};
    return failure;
}

}  // namespace banyan::daemon
