#include "daemon/client/coordinator_watch.hpp"

#include <fmt/format.h>
#include <poll.h>

#include "daemon/common/processes.hpp"

namespace banyan::daemon {

bool coordinator_watch::is_stopped_now() const {
    return pid_ > 0 && daemon::is_stopped(pid_);
}

std::string coordinator_watch::stopped_text() const {
    return fmt::format(
        "the coordinator of the virtual machine {0} (pid {1}) is stopped; 'kill -CONT {1}' lets it go on, "
        "'kill -KILL {1}' ends the virtual machine",
        machine_, pid_);
}

void coordinator_watch::expect_answer(std::optional<std::chrono::milliseconds> limit) {
    limit_ = limit;
    answer_.reset();
    if (limit) answer_.emplace(*limit);
}

bool coordinator_watch::wait_until_readable(int descriptor) {
    pollfd readable{descriptor, POLLIN, 0};
    while (::poll(&readable, 1, static_cast<int>(keepalive_interval.count())) <= 0) {
        static_cast<void>(tick());
        if (stays_stopped_) return false;
    }
    return true;
}

std::string coordinator_watch::tick() {
    const bool now = is_stopped_now();
    if (stop_.tick(now) != stays_stopped_) {
        stays_stopped_ = !stays_stopped_;
        if (stays_stopped_) return stopped_text();
        return fmt::format("the coordinator of the virtual machine {} (pid {}) goes on", machine_, pid_);
    }
    if (now || !answer_ || !answer_->tick()) return "";
    answer_.reset();  // once
    return fmt::format(
        "the coordinator of the virtual machine {} (pid {}) has not answered for {} s; it is alive, so waiting goes on "
        "(Ctrl-C ends this command)",
        machine_, pid_, std::chrono::duration_cast<std::chrono::seconds>(*limit_).count());
}

}  // namespace banyan::daemon
