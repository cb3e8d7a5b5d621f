// The simulated transport. It joins protocols by pipes, moves their bytes in pieces of any size at any time, and breaks
// connections and tasks on request. It does only what a driver of the protocol must do.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "ledger.hpp"
#include "pipe.hpp"
#include "scenario.hpp"

namespace banyan::net::simulation {

class network {
  public:
    /// `touched` is called after the protocol of a task has received bytes or a notice of a change.
    network(virtual_clock& clock, dice& random, const scenario& world, std::function<void(task_id)> touched);

    void join(task_id task, detail::protocol& protocol, bool slow_reader);
    /// Connects, writes and reads for a task after the program has used the protocol.
    void serve(task_id task);

    // --- faults
    /// Cuts a connection after any byte in each direction. If it is not established yet, it never will be.
    void cut(task_id a, task_id b);
    /// Cuts the connection with some probability if the scenario has faults during traffic. Called while `task` has
    /// part of a message of `peer`.
    void maybe_cut(task_id task, task_id peer);
    void crash(task_id task);
    /// The task takes no more messages.
    void begin_to_leave(task_id task) { leaving_.insert(task); }
    /// True if all bytes that a task has written have been read by its peers.
    [[nodiscard]] bool delivered(task_id task) const;
    /// Ends a task in order. Its connections end after the bytes that are under way.
    void leave(task_id task);

    [[nodiscard]] bool gone(task_id task) const { return left_.contains(task); }
    /// True if the protocol of `task` has been told that `peer` is lost.
    [[nodiscard]] bool told(task_id task, task_id peer) const;
    [[nodiscard]] bool alone(task_id task) const;
    /// True if bytes between the two tasks may no longer arrive.
    [[nodiscard]] bool stopped(task_id task, task_id peer) const;
    [[nodiscard]] circumstances facts() const;

  private:
    struct end {
        task_id peer;
        std::shared_ptr<pipe> in, out;
        bool up = false, lost = false, reading = false, writing = false;
    };
    struct place {
        detail::protocol* protocol;
        bool slow_reader;
        std::map<task_id, end> ends;
    };
    using pair = std::pair<task_id, task_id>;

    nanoseconds delay() { return random_->below(world_->most_latency) + 1; }
    std::size_t piece(std::size_t most);
    void touch(task_id task);
    void connect(task_id from, task_id to);
    void bring_up(task_id task, task_id peer);
    void tell_lost(task_id task, task_id peer, errc why, const std::string& text);
    void tell_lost_later(task_id task, task_id peer, errc why, const std::string& text);
    void end_task(task_id task, bool in_order);
    void want_write(task_id task, end& e);
    void want_read(task_id task, end& e);
    void write(task_id task, task_id peer);
    void break_now_and_then(task_id task, task_id peer);
    bool take_fault();
    void read(task_id task, task_id peer);
    end& end_of(task_id task, task_id peer) { return places_.at(task).ends.at(peer); }

    virtual_clock* clock_;
    dice* random_;
    const scenario* world_;
    std::function<void(task_id)> touched_;
    std::map<task_id, place> places_;
    std::set<pair> linked_, broken_, told_;
    std::set<task_id> leaving_, left_, crashed_;
    std::size_t faults_left_;
};

}  // namespace banyan::net::simulation
