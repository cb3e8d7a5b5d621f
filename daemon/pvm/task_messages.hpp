// What the service sends to enrolled tasks: answers to their requests, notices, and messages of PVM.
#pragma once

#include <vector>

#include "daemon/pvm/asker.hpp"
#include "daemon/pvm/notifications.hpp"
#include "daemon/pvm/task_table.hpp"
#include "libnet/pvm3/xdr_body.hpp"

namespace banyan::daemon::pvm {

/// Sends nothing to a task that is not enrolled.
class task_messages {
  public:
    task_messages(service_effects& effects, task_table& tasks) : effects_(effects), tasks_(tasks) {}

    void send(tid to, const pvm3::wire::ToPvmTask& message);
    /// A message that the program receives.
    void send(tid to, pvm3::wire::Message message);
    /// Messages of this kind. Their receivers remember the task that a message follows.
    void deliver(const notifications::notices& notices);
    /// A message of pvmproto.h, with the context and wait id of the message that it answers.
    void send_system(tid to, int tag, const pvm3::xdr_writer& body, int context = 0, int wait_id = 0);

    // Nothing is sent to a task that wants no answer.
    void answer(const asker& who, pvm3::wire::Answer answer);
    void answer(const asker& who, int status);
    /// `results`: tids and error codes.
    void answer_tids(const asker& who, int status, const std::vector<int>& results);
    /// The status is their number.
    void answer_tids(const asker& who, const std::vector<tid>& tids);

  private:
    service_effects& effects_;
    task_table& tasks_;
};

}  // namespace banyan::daemon::pvm
