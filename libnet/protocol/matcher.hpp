// Matches receives and messages: the posted receives and the waiting messages of each context.
//
// Invariants: a receive is posted only while no waiting message matches it. A message waits only while no receive has
// taken it. Messages of one source stay in order. Among several sources the earliest arrival (lowest sequence) is
// first.
#pragma once

#include <deque>
#include <memory>
#include <memory_resource>
#include <unordered_map>
#include <utility>

#include "libnet/protocol/incoming.hpp"
#include "libnet/protocol/operation.hpp"

namespace banyan::net::detail {

class matcher {
  public:
    /// The waiting message that `from` would take; nullptr if there is none. Does not take it.
    [[nodiscard]] incoming* find_waiting(const selector& from) const;
    /// Adds a message that no posted receive matches, at the position of its sequence number. Borrows it.
    void add_waiting(incoming& message);
    void remove_waiting(incoming& message);

    /// Removes the waiting messages of one source for which f(const incoming&) is true.
    template <class F>
    void remove_waiting_if(task_id source, F f) {
        for (auto& [context, place] : spaces_) {
            const auto queue = place->waiting.find(source);
            if (queue == place->waiting.end()) continue;
            std::erase_if(queue->second, [&](const incoming* message) { return f(*message); });
            if (queue->second.empty()) place->waiting.erase(queue);
        }
    }

    /// True if a posted receive matches.
    [[nodiscard]] bool has_posted(const message_info& info, context_id context) const;
    /// The number of calls of add_waiting().
    [[nodiscard]] std::uint64_t kept_messages() const { return kept_messages_; }
    /// The number of contexts that have queues, also empty ones. For tests.
    [[nodiscard]] std::size_t contexts() const { return spaces_.size(); }
    /// Calls f(const incoming&) for each waiting message of the context; messages of one source are in order.
    template <class F>
    void for_each_waiting(context_id context, F f) const {
        if (const space* place = known_space(context))
            for (const auto& [source, queue] : place->waiting)
                for (const incoming* message : queue)
                    f(*message);
    }

    /// Removes and returns the first posted receive that matches; nullptr if there is none.
    operation* take_posted(const message_info& info, context_id context);
    /// The first posted receive that accepts this source, in the message space used last; nullptr if there is none.
    [[nodiscard]] const operation* expected_receive(task_id source) const;
    /// Posts a receive after all others.
    void post(operation& receive);
    /// Posts a receive at the position of its order number.
    void post_again(operation& receive);
    /// Removes a posted receive; false if it was not posted.
    bool unpost(operation& receive);

    /// Removes the posted receives for which f(operation&) is true. f may end them.
    template <class F>
    void unpost_if(F f) {
        for (auto& [context, place] : spaces_)
            std::erase_if(place->posted, [&](operation* op) { return f(*op); });
    }

    /// Calls f(const incoming&) for each waiting message, in any order.
    template <class F>
    void for_each_waiting(F f) const {
        for (const auto& [context, place] : spaces_)
            for (const auto& [source, queue] : place->waiting)
                for (const incoming* message : queue)
                    f(*message);
    }
    /// Calls f(const incoming&) for each waiting message of one source, until f returns false.
    template <class F>
    void for_each_waiting_of(task_id source, F f) const {
        for (const auto& [context, place] : spaces_) {
            const auto queue = place->waiting.find(source);
            if (queue == place->waiting.end()) continue;
            for (const incoming* message : queue->second)
                if (!f(*message)) return;
        }
    }

  private:
    struct space {
        explicit space(std::pmr::memory_resource& memory) : posted(&memory), waiting(&memory) {}
        std::pmr::deque<operation*> posted;
        std::pmr::unordered_map<task_id, std::pmr::deque<incoming*>> waiting;
    };
    [[nodiscard]] space* known_space(context_id context) const;
    space& space_of(context_id context);
    void drop_empty_spaces() noexcept;

    static constexpr std::size_t few_spaces = 1024;
    std::pmr::unsynchronized_pool_resource memory_;  // reused by the queues
    std::unordered_map<context_id, std::unique_ptr<space>> spaces_;
    std::size_t most_spaces_ = few_spaces;  // with so many, the empty ones are dropped before a new one is made
    std::uint64_t kept_messages_ = 0;
    mutable std::pair<context_id, space*> recent_{};  // the space that was used last
};

}  // namespace banyan::net::detail
