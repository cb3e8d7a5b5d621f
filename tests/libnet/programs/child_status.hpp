// The status of a child process, with a time limit, which waitpid() does not have.
#pragma once

#include <poll.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>
#include <system_error>

namespace banyan::testing {

/// The status of waitpid() if the child ends before `until`. Without a value the child still runs.
inline std::optional<int> status_before(pid_t child, std::chrono::steady_clock::time_point until) {
    using std::chrono::milliseconds;
    pollfd end{static_cast<int>(::syscall(SYS_pidfd_open, child, 0)), POLLIN, 0};
    if (end.fd < 0) throw std::system_error(errno, std::generic_category(), "pidfd_open");
    int ready = 0;
    do {
        const auto left = std::chrono::ceil<milliseconds>(until - std::chrono::steady_clock::now());
        ready = ::poll(&end, 1, static_cast<int>(std::clamp(left, milliseconds(0), milliseconds(1'000'000)).count()));
    } while (ready < 0 && errno == EINTR);
    ::close(end.fd);
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) != child) return std::nullopt;
    return status;
}

}  // namespace banyan::testing
