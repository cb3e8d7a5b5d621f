#include "libnet/messaging/traced_wait.hpp"

namespace banyan::net::detail {
namespace {

using tracing::wait_kind;

wait_kind traced_kind(blocked_call::kind what) {
    using kind = blocked_call::kind;
    switch (what) {
        case kind::other:
            return wait_kind::other;
        case kind::receive:
            return wait_kind::receive;
        case kind::send:
            return wait_kind::send;
        case kind::probe:
            return wait_kind::probe;
        case kind::wait_any:
            return wait_kind::wait_any;
        case kind::collective:
            return wait_kind::collective;
    }
    return wait_kind::other;
}

}  // namespace

void traced_wait::record() const noexcept {
    tracing::blocked_interval interval;
    interval.begin = begin_;
    using kind = blocked_call::kind;
    interval.kind = traced_kind(about_.what);
    if (about_.what == kind::probe) {
        const auto& from = *static_cast<const selector*>(about_.object);
        interval.context = from.context;
        interval.tag = from.tag.value_or(net::tag{});
    } else if (about_.what == kind::receive || about_.what == kind::send || about_.what == kind::collective) {
        const auto& op = *static_cast<const operation*>(about_.object);
        const bool send = op.what == operation::kind::send;
        interval.context = send ? op.to.context : op.from.context;
        interval.tag = send ? op.to.tag : op.from.tag.value_or(op.done ? op.info.tag : net::tag{});
        if (!send && op.done) interval.receive = op.order;
    }
    trace_->blocked(interval);
}

}  // namespace banyan::net::detail
