// Waiting on behalf of a whole group: for a message that will not come once any member has died.
#pragma once

#include <span>

#include "banyan/net/mailbox.hpp"

namespace banyan::net::detail {

/// In a collective a task waits for a neighbour that may wait for another, and so on to the one that has died. Each
/// neighbour on that way fails and may leave, or go on with something else and never send. So the death of any member
/// ends the wait, and is what the error names.
struct member_wait {
    /// As pending.wait(until), but throws the peer_lost or host_lost of the first of `members` that has died, if one
    /// has: a little after its death is known, as what others have sent before may still be on its way.
    static message_info finish(request& pending, std::span<const task_id> members, deadline until);
};

}  // namespace banyan::net::detail
