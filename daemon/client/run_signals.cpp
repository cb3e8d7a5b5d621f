#include "daemon/client/run_signals.hpp"

#include <algorithm>
#include <csignal>
#include <utility>

#include "daemon/client/signal_watch.hpp"
#include "daemon/common/end_signals.hpp"

namespace banyan::daemon {

bool run_signals::take(int signal, bool connected) {
    const bool now = connected && !reconnecting_;
    killed_ = killed_ || signal == SIGKILL;
    if (!now && signal != SIGKILL) unsent_.push_back(signal);
    if (asks_to_end(signal) && asked_to_end_by_ == 0) {
        asked_to_end_by_ = signal;
        asked_unsent_ = !now;
    }
    return now;
}

int run_signals::begin_return() {
    reconnecting_ = true;
    if (std::exchange(asked_unsent_, false))
        if (const auto found = std::ranges::find(unsent_, asked_to_end_by_); found != unsent_.end())
            unsent_.erase(found);
    return asked_to_end_by_;
}

// It is not known whether the last coordinator has passed on a SIGKILL, so it is sent again. A second SIGKILL has no
// effect.
std::vector<int> run_signals::end_return() {
    reconnecting_ = asked_unsent_ = false;
    auto signals = std::exchange(unsent_, {});
    if (killed_) signals.push_back(SIGKILL);
    return signals;
}

}  // namespace banyan::daemon
