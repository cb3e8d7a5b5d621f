// The first messages to tasks: they wait for a connection, and arrive even if this process is killed afterwards.
#pragma once

#include <cstdint>
#include <span>

#include "banyan/net/mailbox.hpp"

namespace banyan::net::detail {
class mailbox_impl;
}

namespace banyan::pvm3 {

/// Sends the first message to a task. Blocks until the mailbox is connected to it, at most until `until`, and then as
/// mailbox::send() does. So the message goes from the program's memory to the kernel: a copy would need a thread that
/// sends it. `connections` is the implementation of `box`. Throws what mailbox::send() throws.
void send_first_message(net::mailbox& box, net::detail::mailbox_impl& connections, net::destination to,
                        const net::const_regions& payload, net::deadline until);

/// Blocks until the kernel has all messages that were sent to these tasks, or they are lost; at most until `until`.
void hand_over_messages(net::detail::mailbox_impl& connections, std::span<const std::uint32_t> tasks,
                        net::deadline until);

}  // namespace banyan::pvm3
