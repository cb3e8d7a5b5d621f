// The signals of a command to its run, where the coordinator may be started again between them.
#pragma once

#include <vector>

namespace banyan::daemon {

class run_signals {
  public:
    /// True when the signal is to be sent now. What comes while the command is not `connected`, or before the
    /// coordinator has answered its request to go on with the run, is kept.
    bool take(int signal, bool connected);
    /// The first signal that asks the run to end; 0 without one.
    [[nodiscard]] int asked_to_end_by() const { return asked_to_end_by_; }
    /// The connection is a new one. Returns the signal that the request to go on carries: asked_to_end_by().
    int begin_return();
    /// The coordinator has answered that request. Returns what is to be sent now, in order.
    std::vector<int> end_return();

  private:
    int asked_to_end_by_ = 0;
    bool asked_unsent_ = false;  // the first of unsent_ that asks to end is asked_to_end_by_
    bool killed_ = false;
    bool reconnecting_ = false;
    std::vector<int> unsent_;
};

}  // namespace banyan::daemon
