#include "daemon/client/task_waits.hpp"

#include "daemon/daemon.pb.h"
#include "libnet/joining/wait_report_wire.hpp"

namespace banyan::daemon {
namespace {

task_waits::answer answer_of(const wire::TaskWaits& entry) {
    switch (entry.answer()) {
        case wire::TaskWaits::ANSWERED:
            return task_waits::answer::answered;
        case wire::TaskWaits::NOT_ATTACHED:
            return task_waits::answer::not_attached;
        case wire::TaskWaits::ATTACHING:
            return task_waits::answer::attaching;
        default:
            return task_waits::answer::silent;
    }
}

}  // namespace

task_info from_wire(const wire::Task& task) {
    return {net::task_id{task.task()}, task.rank(), task.host(), task.pid(), task.program(), task.run()};
}

std::vector<task_waits> from_wire(const wire::Waits& waits) {
    std::vector<task_waits> list;
    for (const auto& entry : waits.tasks())
        list.push_back({from_wire(entry.task()), answer_of(entry), net::detail::from_wire(entry.report())});
    return list;
}

}  // namespace banyan::daemon
