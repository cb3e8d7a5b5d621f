#include "daemon/client/coordinator_watch.hpp"

#include <fmt/format.h>
#include <poll.h>

#include "daemon/common/coordinator_pid.hpp"
#include "daemon/common/processes.hpp"
#include "daemon/common/runtime_directory.hpp"

namespace banyan::daemon {

coordinator_watch::coordinator_watch(std::string virtual_machine, pid_t keeper)
    : coordinator_watch(virtual_machine, coordinator_pid_link(virtual_machine_directory(virtual_machine)), keeper) {}

// Read each time, because a restarted coordinator is another process.
pid_t coordinator_watch::coordinator() const {
    return keeper_ > 0 ? read_coordinator_pid(link_) : 0;
}

// A stopped keeper matters only if the coordinator is dead, because it does not start the next one.
bool coordinator_watch::is_stopped_now() const {
    if (keeper_ <= 0) return false;
    const pid_t pid = coordinator();
    return pid > 0 && is_running(pid) ? is_stopped(pid) : is_stopped(keeper_);
}

std::string coordinator_watch::stopped_text() const {
    const pid_t pid = coordinator();
    if (!is_running(pid) && is_stopped(keeper_))
        return fmt::format(
            "the coordinator of the virtual machine {0} is dead and its keeper (pid {1}) is stopped; 'kill -CONT {1}' "
            "continues it, 'kill -KILL {1}' ends the virtual machine",
            virtual_machine_, keeper_);
    return fmt::format(
        "the coordinator of the virtual machine {0} (pid {1}) is stopped; 'kill -CONT {1}' continues it, "
        "'kill -KILL {1}' replaces it with another one",
        virtual_machine_, pid);
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
        return fmt::format("the coordinator of the virtual machine {} (pid {}) continues", virtual_machine_,
                           coordinator());
    }
    if (now || !answer_ || !answer_->tick()) return "";
    answer_.reset();  // once
    return fmt::format(
        "the coordinator of the virtual machine {} (pid {}) has not answered for {} s; it is alive, so this command "
        "waits (Ctrl-C ends it)",
        virtual_machine_, coordinator(), std::chrono::duration_cast<std::chrono::seconds>(*limit_).count());
}

}  // namespace banyan::daemon
