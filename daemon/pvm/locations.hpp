// Where tasks listen, who wants to know it, and the messages that wait until a task listens. No I/O.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "daemon/pvm/asker.hpp"

namespace banyan::daemon::pvm {

class locations {
  public:
    using endpoints = banyan::net::control::Endpoints;

    /// What a task's publication sets free.
    struct published {
        std::vector<pvm3::wire::Message> deposits;  // to the task, in the order of their arrival
        std::vector<asker> waiting;                 // for the location
    };
    /// The task listens. Only the first call for a task counts; the next ones return false.
    bool publish(tid task, const endpoints& where, published& result);
    /// Null until the task has published.
    [[nodiscard]] const endpoints* find(tid task) const;

    /// `who` waits until the task publishes or ends.
    void wait(tid wanted, const asker& who) { waiting_[wanted].push_back(who); }
    /// `by` has been told where the task listens, and will be told when the task ends.
    void note_located(tid located, tid by);

    /// Stores a message for a task that has not published yet.
    void deposit(tid to, const pvm3::wire::Message& message) { deposits_[to].push_back(message); }

    struct ended {
        std::vector<asker> waiting;
        std::set<tid> located_by;
        std::set<tid> located;  // by the task that has ended
    };
    /// The task has ended: it is forgotten as one that is located and as one that locates.
    ended forget(tid task);

  private:
    std::map<tid, endpoints> published_;
    std::map<tid, std::vector<asker>> waiting_;
    std::map<tid, std::vector<pvm3::wire::Message>> deposits_;
    std::map<tid, std::set<tid>> located_by_;
    std::map<tid, std::set<tid>> located_;  // the reverse of located_by_
};

}  // namespace banyan::daemon::pvm
