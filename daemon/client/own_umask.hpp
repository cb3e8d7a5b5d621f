// The umask of this process.
#pragma once

#include <sys/types.h>

namespace banyan::daemon {

/// Changes nothing where /proc shows the umask; elsewhere it is another one for a moment, for all threads.
mode_t own_umask();

}  // namespace banyan::daemon
