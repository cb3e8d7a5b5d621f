// Operations of the public calls: creating them, waiting for them, and returning their results.
#pragma once

#include "libnet/messaging/mailbox_impl.hpp"

namespace banyan::net::detail {

operation send_operation(const destination& to, const const_regions& payload);
operation receive_operation(const selector& from, const regions& buffer);

/// For error messages: "a message from rank 2 (task 40002) on host b, tag 7".
std::string describe_wanted(const mailbox_impl& box, const selector& from);

/// The operation if it is a send, which can be completed from a copy; otherwise nullptr.
inline operation* if_send(operation& op) {
    return op.what == operation::kind::send ? &op : nullptr;
}

[[noreturn, gnu::cold, gnu::noinline]] void refuse_context(context_id context);
/// Throws for contexts of libnet's own range that no group has used; they are all above those in use.
inline void expect_context(mailbox_impl& box, context_id context) {
    if (context.value >= box.protocol().contexts()->next_free()) refuse_context(context);
}

/// Starts an operation that a request will hold. The caller holds the lock.
void start(mailbox_impl& box, operation& op);

/// Blocks until the operation is done or the deadline has passed; returns true if it is done. The caller holds the
/// lock.
bool wait_for(mailbox_impl& box, operation& op, deadline until);
/// As wait_for(), for an operation on the caller's stack: withdraws it if the deadline has passed.
bool finish_waiting(mailbox_impl& box, operation& op, deadline until);
inline bool finish(mailbox_impl& box, operation& op, deadline until) {
    return op.done || finish_waiting(box, op, until);
}

/// Sends if that is possible without waiting, as mailbox::try_send; otherwise returns false. The caller holds the lock.
bool send_if_room(mailbox_impl& box, const destination& to, const const_regions& payload);

[[noreturn, gnu::cold, gnu::noinline]] void throw_result(const mailbox_impl& box, const operation& op, bool ended);
/// The result for the program. Throws the operation's error, or errc::timeout if the operation has not ended.
inline message_info result(const mailbox_impl& box, const operation& op, bool ended) {
    if (ended && !op.failure) [[likely]]
        return op.info;
    throw_result(box, op, ended);
}

}  // namespace banyan::net::detail
