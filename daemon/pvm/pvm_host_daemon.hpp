// The daemon of a host on another computer that is started for PVM.
#pragma once

namespace banyan::daemon::pvm {

/// `banyand pvm_host`: as run_host_daemon(), with the variables that $HOME/.pvmprofile of this computer sets. The
/// result is the exit status of the process.
int run_pvm_host_daemon();

}  // namespace banyan::daemon::pvm
