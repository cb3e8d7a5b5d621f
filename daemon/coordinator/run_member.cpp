#include "daemon/coordinator/run_member.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <csignal>

#include "daemon/common/names.hpp"

namespace banyan::daemon {

std::string run_member::text() const {
    return describe_task(rank, task, host->name());
}

run_failure failure_of(const run_member& ended, int wait_status, std::size_t losses) {
    run_failure failure;
    failure.status = shell_status(wait_status);
    failure.tasks = {ended.task};
    failure.rank = ended.rank;
    failure.host = ended.host->name();
    failure.task_text = ended.text();
    failure.lost_as = ended.lost_as;
    if (ended.published) failure.losses_told = ended.left ? ended.lost_as : losses;  // later losses did not affect it
    std::string what = describe_end(wait_status);
    if (WIFSIGNALED(wait_status)) {
        const bool aborted = WTERMSIG(wait_status) == SIGABRT;
        failure.kind = aborted ? failure_kind::ended_itself : failure_kind::by_itself;
        if (aborted && ended.uncaught) {
            failure.exception_text = ended.uncaught->text();
            failure.follows = net::task_id{ended.uncaught->follows()};
            what = "uncaught exception: " + failure.exception_text;
        }
    } else if (wait_status == 0 && ended.published && !ended.left) {
        failure.kind = failure_kind::ended_itself;
        failure.status = 1;
        what += " without closing its session; messages that it had sent may be lost";
    }
    failure.text = fmt::format("{}: {}", failure.task_text, what);
    return failure;
}

}  // namespace banyan::daemon
