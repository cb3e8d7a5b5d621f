// Measures the clock of another host by round trips of messages, in a context of its own.
#pragma once

#include <span>
#include <vector>

#include "libnet/messaging/mailbox_impl.hpp"
#include "libnet/tracing/clock_alignment.hpp"
#include "libnet/transport/member.hpp"

namespace banyan::net::detail {

/// The tasks with which a rank measures clocks: rank 0 with the lowest rank of every other host, in order of rank;
/// these ranks with rank 0; the others with none. `members` are in order of rank.
std::vector<task_id> clock_partners(std::span<const member> members, std::size_t rank);

/// Asks `other` for its time and returns the reading. Blocks until `other` has answered all questions. Throws
/// errc::timeout and the errors of a lost peer.
tracing::clock_reading ask_clock(mailbox_impl& box, task_id other, deadline until);
/// Answers the questions of one ask_clock(). Blocks and throws as ask_clock().
void answer_clock(mailbox_impl& box, task_id asker, deadline until);

}  // namespace banyan::net::detail
