#include "daemon/common/end_signals.hpp"

namespace banyan::daemon {

void mask_end_signals(int how) {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP})
        sigaddset(&signals, signal);
    ::sigprocmask(how, &signals, nullptr);
}

}  // namespace banyan::daemon
