// Operations recorded for a trace. Called only in a run with tracing.
#include "libnet/protocol/completions.hpp"

namespace banyan::net::detail {

void completions::trace_start(operation& op) noexcept {
    op.traced_as = op.what == operation::kind::receive
                       ? trace_->receive_started()
                       : trace_->send_started(op.to.task, op.to.context, op.to.tag, op.payload.size_bytes());
}

// A failed receive has taken its message if it knows the sender. An operation that started before tracing is left out.
void completions::trace_end(const operation& op) noexcept {
    if (op.traced_as == 0) return;
    if (op.what == operation::kind::send) {
        if (op.failure) trace_->send_withdrawn(op.traced_as);
        return;
    }
    if (op.info.source == task_id{}) return;
    trace_->receive_ended({.issued = op.traced_as,
                           .bytes = op.info.size_bytes,
                           .order = op.order,
                           .from = op.info.source,
                           .context = op.from.context,
                           .tag = op.info.tag});
}

}  // namespace banyan::net::detail
