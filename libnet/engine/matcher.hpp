// Which receive takes which message: posted receives and waiting messages, per context.
//
// Invariants: a receive is posted only while no waiting message matches it; a message waits only while no receive has
// taken it. Messages of one source stay in order; among sources the earliest arrival (lowest sequence) comes first.
#pragma once

#include <deque>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "libnet/engine/operation.hpp"

namespace banyan::net::detail {

class matcher {
  public:
    /// The waiting message that `from` would take, without taking it; nullptr if there is none.
    [[nodiscard]] incoming* find_waiting(const selector& from) const;
    /// Adds a message that no receive has asked for, at the place that its sequence gives it. Borrows it.
    void add_waiting(incoming& message);
    void remove_waiting(incoming& message);

    /// Takes the first posted receive that matches; nullptr if there is none.
    operation* take_posted(const message_info& info, context_id context);
    /// The first posted receive that takes messages of this source, in the message space used last; nullptr if none.
    [[nodiscard]] const operation* likely_receive(task_id source) const;
    void post(operation& receive);
    /// Removes a posted receive; false if it was not posted.
    bool unpost(operation& receive);

    /// Removes and returns the posted receives for which f(const operation&) is true.
    template <class F>
    std::vector<operation*> take_posted_if(F f) {
        std::vector<operation*> taken;
        for (auto& [context, place] : spaces_)
            std::erase_if(place->posted, [&](operation* op) { return f(*op) && (taken.push_back(op), true); });
        return taken;
    }

  private:
    struct space {
        std::deque<operation*> posted;
        std::unordered_map<task_id, std::deque<incoming*>> waiting;
    };
    [[nodiscard]] space* known_space(context_id context) const;
    space& space_of(context_id context);

    std::unordered_map<context_id, std::unique_ptr<space>> spaces_;
    mutable std::pair<context_id, space*> recent_{};  // the space asked for last
};

}  // namespace banyan::net::detail
