#include "daemon/pvm/pvm_host_daemon.hpp"

#include "daemon/host/host_daemon.hpp"
#include "libnet/pvm3/profile.hpp"

namespace banyan::daemon::pvm {

int run_pvm_host_daemon() {
    pvm3::read_profile();
    return run_host_daemon();
}

}  // namespace banyan::daemon::pvm
