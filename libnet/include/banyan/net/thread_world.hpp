// Ranks as threads of one process: for tests, for teaching, for a first try without a virtual machine.
#pragma once

#include <functional>

#include "banyan/net/group.hpp"
#include "banyan/net/mailbox_options.hpp"

namespace banyan::net {

/// Runs `body` in `size` threads, each with its own mailbox and its rank in one world group, and waits for all.
/// Rethrows the exception of the rank that failed first; the others see its loss. `kind` chooses what carries the
/// messages: in_process, tcp (127.0.0.1) or unix_domain. Throws errc::invalid_argument for size < 1 or options outside
/// their range, and errc::resource_limit, before any rank begins, when the system has not enough threads or
/// descriptors. TCP and Unix-domain transports take one more thread per rank.
void run_threads(int size, const std::function<void(group& world)>& body,
                 transport_kind kind = transport_kind::in_process, const mailbox_options& options = {});

}  // namespace banyan::net
