// Ranks as threads of one process: for tests, for teaching, and to try the library without a virtual machine.
#pragma once

#include <functional>

#include "banyan/net/group.hpp"
#include "banyan/net/mailbox_options.hpp"

namespace banyan::net {

/// Runs `body` in `size` threads, each with its own mailbox and its own rank of one world group, and blocks until all
/// have ended. Rethrows the exception of the rank that failed first; the operations of the other ranks with it fail
/// with peer_lost. `kind`: in_process, tcp (127.0.0.1) or unix_domain; the latter two use one more thread per rank.
/// Throws errc::invalid_argument for size < 1 or options outside their range. Throws errc::resource_limit if the system
/// has not enough threads or descriptors, or no folder can be made for sockets (in TMPDIR, else in /tmp). In both cases
/// no rank has begun.
void run_threads(int size, const std::function<void(group& world)>& body,
                 transport_kind kind = transport_kind::in_process, const mailbox_options& options = {});

}  // namespace banyan::net
