// Operations of the public calls: made, waited for, and turned into results.
#pragma once

#include "libnet/messaging/mailbox_impl.hpp"

namespace banyan::net::detail {

operation send_operation(const destination& to, const const_regions& payload);
operation receive_operation(const selector& from, const regions& buffer);

/// For error messages: "a message from task 40002, tag 7".
std::string describe_wanted(const selector& from);

/// The operation if it is a send, which may be completed from a copy; else nullptr.
inline operation* if_send(operation& op) {
    return op.what == operation::kind::send ? &op : nullptr;
}

/// Blocks until the operation is done or the deadline has passed; true if done. The caller holds the lock.
bool wait_for(mailbox_impl& box, operation& op, deadline until);
/// The same for an operation on the caller's stack: withdraws it when the deadline has passed.
bool finish(mailbox_impl& box, operation& op, deadline until);

/// Sends if that needs no waiting, as mailbox::try_send; false if nothing of it was taken. The caller holds the lock.
bool send_if_room(mailbox_impl& box, const destination& to, const const_regions& payload);

/// What to return to the program; throws the operation's error, or errc::timeout for one that has not ended.
message_info result(const operation& op, bool ended);

}  // namespace banyan::net::detail
