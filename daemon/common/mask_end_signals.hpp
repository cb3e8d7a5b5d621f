// The signals that ask a daemon to end: SIGTERM, SIGINT, SIGHUP.
#pragma once

namespace banyan::daemon {

/// Blocks or unblocks them (SIG_BLOCK, SIG_UNBLOCK). They must not end a daemon that is ending the processes it has
/// left.
void mask_end_signals(int how);

}  // namespace banyan::daemon
