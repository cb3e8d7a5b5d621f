// The signals of a command to its run. The coordinator may be restarted between them.
#pragma once

#include <vector>

namespace banyan::daemon {

class run_signals {
  public:
    /// True if the signal must be sent now. It is stored if the command is not `connected`, or if the coordinator has
    /// not answered the request to resume the run yet.
    bool take(int signal, bool connected);
    /// The first signal that asks the run to end; 0 if there was none.
    [[nodiscard]] int asked_to_end_by() const { return asked_to_end_by_; }
    /// The connection is a new one. Returns asked_to_end_by(), for the request to resume the run.
    int begin_return();
    /// The coordinator has answered that request. Returns the signals to send now, in order.
    std::vector<int> end_return();

  private:
    int asked_to_end_by_ = 0;
    bool asked_unsent_ = false;  // asked_to_end_by_ is in unsent_
    bool killed_ = false;
    bool reconnecting_ = false;
    std::vector<int> unsent_;
};

}  // namespace banyan::daemon
