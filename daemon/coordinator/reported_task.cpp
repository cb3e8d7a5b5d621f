#include "daemon/coordinator/reported_task.hpp"

namespace banyan::daemon {

net::task_id reported_task(const wire::FromHost& message) {
    using kind = wire::FromHost::KindCase;
    switch (message.kind_case()) {
        case kind::kStarted:
            return net::task_id{message.started().task()};
        case kind::kNotStarted:
            return net::task_id{message.not_started().task()};
        case kind::kOutput:
            return net::task_id{message.output().task()};
        case kind::kDied:
            return net::task_id{message.died().task()};
        case kind::kEnded:
            return net::task_id{message.ended().task()};
        case kind::kInputTaken:
            return net::task_id{message.input_taken().task()};
        case kind::kPublished:
            return net::task_id{message.published().task()};
        case kind::kLeft:
            return net::task_id{message.left().task()};
        case kind::kFailed:
            return net::task_id{message.failed().task()};
        case kind::kGaveUp:
            return net::task_id{message.gave_up().task()};
        case kind::kReport:
            return net::task_id{message.report().task()};
        case kind::kTaskKnown:
            return net::task_id{message.task_known().task()};
        case kind::kReady:
        case kind::kRunKnown:
        case kind::kEndOfKnown:
        case kind::kWantPvmService:
        case kind::kPong:
        case kind::kFailure:
        case kind::KIND_NOT_SET:
            break;
    }
    return {};
}

}  // namespace banyan::daemon
