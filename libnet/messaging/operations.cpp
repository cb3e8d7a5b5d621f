#include "libnet/messaging/operations.hpp"

#include <fmt/format.h>

#include <new>
#include <stdexcept>

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

std::string describe_wanted(const mailbox_impl& box, const selector& from) {
    return fmt::format("a message from {}, {}", from.source ? box.name_of(*from.source) : "any task",
                       from.tag ? fmt::format("tag {}", from.tag->value) : "any tag");
}

namespace {

bool reserve(std::vector<std::byte>& memory, std::size_t bytes) {
    try {
        memory.reserve(bytes);
        return true;
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {
    }
    return false;
}

std::string describe(const mailbox_impl& box, const operation& op) {
    if (op.what == operation::kind::send)
        return fmt::format("a send of {} bytes to {}, tag {}", op.payload.size_bytes(), box.name_of(op.to.task),
                           op.to.tag.value);
    return "a receive of " + describe_wanted(box, op.from);
}

error timed_out(const mailbox_impl& box, const operation& op) {
    return {errc::timeout, describe(box, op) + ": the deadline passed", op.other_side()};
}

}  // namespace

void refuse_context(context_id context) {
    throw error(errc::invalid_argument,
                fmt::format("context {} belongs to no group; programs choose contexts from 0 to {}", context.value,
                            first_reserved_context - 1));
}

void start(mailbox_impl& box, operation& op) {
    expect_context(box, op.what == operation::kind::send ? op.to.context : op.from.context);
    box.start(op);
}

bool wait_for(mailbox_impl& box, operation& op, deadline until) {
    return op.done || box.wait_until([&] { return op.done; }, until, if_send(op), wait_subject::of(op));
}

bool finish_waiting(mailbox_impl& box, operation& op, deadline until) {
    bool ended = false;
    try {
        ended = wait_for(box, op, until);
    } catch (...) {  // for example no memory for a sleep
        box.withdraw_unless_done(op);
        return true;
    }
    if (!ended) box.withdraw(op);
    return ended;
}

bool send_if_room(mailbox_impl& box, const destination& to, const const_regions& payload) {
    auto op = send_operation(to, payload);
    box.expect_member(to.task);
    auto& protocol = box.protocol();
    if (!protocol.has_room(op)) box.make_progress();  // credit may have been returned
    if (!protocol.has_room(op)) return false;
    std::vector<std::byte> memory;
    if (!reserve(memory, payload.size_bytes()))
        return false;  // allocated before the first byte leaves, because a failure later could not be undone
    box.start(op);
    if (!op.done) protocol.keep(op, std::move(memory));
    if (op.failure && op.failure->which() == errc::resource_limit) return false;  // of a message to this task itself
    (void)result(box, op, true);
    return true;
}

void throw_result(const mailbox_impl& box, const operation& op, bool ended) {
    if (!ended) throw timed_out(box, op);
    throw error(*op.failure);
}

}  // namespace banyan::net::detail
