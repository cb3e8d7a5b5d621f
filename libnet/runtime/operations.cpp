#include "libnet/runtime/operations.hpp"

#include <fmt/format.h>

namespace banyan::net::detail {

operation send_operation(const destination& to, const const_regions& payload) {
    operation op;
    op.what = operation::kind::send;
    op.to = to;
    op.payload = payload;
    return op;
}

operation receive_operation(const selector& from, const regions& buffer) {
    operation op;
    op.what = operation::kind::receive;
    op.from = from;
    op.buffer = buffer;
    return op;
}

std::string describe_wanted(const selector& from) {
    return fmt::format("a message from {}, {}", from.source ? fmt::format("task {:x}", from.source->value) : "any task",
                       from.tag ? fmt::format("tag {}", from.tag->value) : "any tag");
}

namespace {

std::string describe(const operation& op) {
    if (op.what == operation::kind::send)
        return fmt::format("a send of {} bytes to task {:x}, tag {}", op.payload.size_bytes(), op.to.task.value,
                           op.to.tag.value);
    return "a receive of " + describe_wanted(op.from);
}

task_id other_side(const operation& op) {
    return op.what == operation::kind::send ? op.to.task : op.from.source.value_or(task_id{});
}

error timed_out(const operation& op) {
    return {errc::timeout, describe(op) + ": the deadline passed", other_side(op)};
}

}  // namespace

bool wait_for(postbox& box, operation& op, deadline until) {
    return op.done || box.wait_until([&] { return op.done; }, until, if_send(op));
}

bool finish(postbox& box, operation& op, deadline until) {
    const bool ended = wait_for(box, op, until);
    if (!ended) box.withdraw(op);
    return ended;
}

message_info result(const operation& op, bool ended) {
    if (!ended) throw timed_out(op);
    if (op.failure) throw error(*op.failure);
    return op.info;
}

}  // namespace banyan::net::detail
