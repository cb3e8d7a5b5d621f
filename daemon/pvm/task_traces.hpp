// The events of a trace that the PVM service makes: a task has been spawned, has started, has ended. The other events
// are the calls of tasks; their library sends them itself.
#pragma once

#include <functional>
#include <set>

#include "daemon/pvm/task_table.hpp"

namespace banyan::daemon::pvm {

class task_traces {
  public:
    /// Called with each message and its receiver.
    using sender = std::function<void(tid to, const pvm3::wire::Message& message)>;
    explicit task_traces(sender send) : send_(std::move(send)) {}

    /// The task runs, or gets another collector.
    void started(const task& traced);
    /// The message is received after the task's own last event.
    void ended(const task& traced);
    /// The collector has ended.
    void forget(tid collector);

  private:
    void send(const task& traced, std::string body, bool is_last = false);
    bool is_first(tid collector, int event);

    sender send_;
    std::set<tid> introduced_;                 // have got the meanings of values
    std::set<std::pair<tid, int>> described_;  // collectors, and events that have been described to them
};

}  // namespace banyan::daemon::pvm
