// The oracle. It records what was sent and what was received, and checks that the two agree. It knows the guarantees of
// mailbox.hpp and nothing of the protocol.
//
// Steps count events. They are finer than virtual time.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "banyan/net/error.hpp"
#include "banyan/net/message.hpp"

namespace banyan::net::simulation {

/// The protocol has broken a guarantee. The text names the guarantee and the task.
struct violation : std::logic_error {
    using logic_error::logic_error;
};

/// What has happened to tasks and connections according to the simulation, not to the protocol.
struct circumstances {
    std::function<bool(task_id, task_id)> broken;  ///< the connection was cut or refused, or one of the tasks crashed
    std::function<bool(task_id)> left;             ///< crashed or ended in order
    std::function<bool(task_id)> leaving;          ///< has begun to end in order, or has left
    std::function<bool(task_id)> crashed;
    std::function<bool(task_id, task_id)> told;  ///< the first task was told that the second is lost
    std::function<bool(task_id)> alone;          ///< it was told that all other tasks are lost
};

class ledger {
  public:
    static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

    /// No task reads more than one frame in one step. Then the ledger sees every change of a match.
    void expect_one_frame_a_step() { one_frame_a_step_ = true; }

    // --- sends
    /// Longer messages of one pair and context differ. Shorter ones can be equal.
    static constexpr std::size_t distinct_bytes = 16;
    /// Adds a message and returns its number. `held`: the program keeps a request for it.
    std::size_t enter_send(task_id from, const destination& to, std::size_t size_bytes, bool held);
    /// True if a message of this size would be hard to distinguish from others of this pair and context.
    [[nodiscard]] bool ambiguous(task_id from, const destination& to, std::size_t size_bytes) const;
    /// The content of a message. It is different for each number.
    [[nodiscard]] std::vector<std::byte> content(std::size_t number) const;
    void send_done(std::size_t number);
    /// The message may still arrive from a copy.
    void send_withdrawn(std::size_t number);
    /// The message must never arrive.
    void send_cancelled(std::size_t number);
    /// True if all its bytes have arrived. Its sender then keeps nothing of it.
    [[nodiscard]] bool arrived(std::size_t number) const { return messages_[number].arrived; }
    [[nodiscard]] bool taken(std::size_t number) const { return messages_[number].taken_by != none; }
    void send_failed(std::size_t number, const error& why, const circumstances& world);

    // --- receives
    std::size_t enter_receive(task_id at, const selector& from, std::size_t room_bytes, std::uint64_t step);
    /// The protocol has matched the receive with a message. `held`: which one, if that is known.
    void receive_matched(std::size_t number, std::uint64_t step, const std::optional<message_info>& held);
    /// The sender has retracted the message. The receive waits again.
    void receive_untied(std::size_t number, std::uint64_t step);
    /// Sets the room of the receive of a claimed message, which is not known earlier.
    void set_room(std::size_t number, std::size_t room_bytes) { receives_[number].room_bytes = room_bytes; }
    void receive_done(std::size_t number, const message_info& info, std::span<const std::byte> payload);
    void receive_failed(std::size_t number, const message_info& info, const error& why, const circumstances& world);
    void receive_withdrawn(std::size_t number, std::uint64_t step);

    // --- a revoked group: its operations end, and its messages are dropped
    /// A member revokes the group that uses this context. Another member may do the same.
    void revoke(task_id caller, context_id group);
    /// A member knows that the group is revoked. All its operations that ended before have been entered.
    void learn_of_revocation(task_id member) { informed_.insert(member); }

    // --- at rest: no event is left
    /// Throws violation if a receive and a message that matches it both wait, regardless of what else is not received.
    /// A sender may keep buffered sends without a rendezvous request if there are more than `most_buffered` of them and
    /// no later request of the program.
    void check_pairs(const circumstances& world, std::size_t most_buffered) const;
    /// Messages to a task that no receive has taken.
    [[nodiscard]] std::size_t untaken(task_id at) const;

    // --- at the end
    /// Checks all guarantees when no event is left. Throws violation.
    void check(const circumstances& world) const;
    /// Prints every entry from now on.
    void tell() { telling_ = true; }
    [[nodiscard]] std::size_t messages() const { return messages_.size(); }
    [[nodiscard]] std::size_t delivered() const { return delivered_; }

  private:
    enum class fate : unsigned char { open, done, withdrawn, cancelled, failed };
    struct message_entry {
        task_id from;
        destination to;
        std::size_t size_bytes;
        bool held;
        fate ended = fate::open;
        std::size_t taken_by = none;
        bool arrived = false;
    };
    struct receive_entry {
        task_id at;
        selector from;
        std::size_t room_bytes;
        std::uint64_t posted;
        std::uint64_t matched = never;
        std::uint64_t let_go = never;  // step of the withdrawal
        // The first and last step of each match with a message that was retracted.
        std::vector<std::pair<std::uint64_t, std::uint64_t>> earlier_ties{};
        std::optional<message_info> held{};  // the message with which it was matched
        std::size_t took = none;
        fate ended = fate::open;
    };
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    using stream_key = std::tuple<task_id, task_id, context_id>;

    std::size_t find(const receive_entry& receive, const message_info& info, const std::byte* payload) const;
    void take(std::size_t message, std::size_t receive);
    [[nodiscard]] bool is_revoked(context_id context) const { return revoked_ == context; }
    [[nodiscard]] bool knows_revocation_of(context_id context, task_id member) const {
        return is_revoked(context) && informed_.contains(member);
    }
    [[nodiscard]] bool ended_by_revocation(context_id context, const error& why) const;
    [[nodiscard]] bool must_learn_of_revocation(task_id member, const circumstances& world) const;
    [[nodiscard]] bool fits(const message_entry& m, const receive_entry& receive) const;
    [[nodiscard]] bool was_available(const receive_entry& receive, const circumstances& world) const;
    [[nodiscard]] bool elsewhere(const message_entry& m, std::uint64_t step) const;
    [[nodiscard]] bool must_be_received(std::size_t number, const receive_entry& receive, const circumstances& world,
                                        std::size_t most_buffered) const;
    void check_sends(const circumstances& world) const;
    void check_receives(const circumstances& world) const;
    void check_revocation(const circumstances& world) const;
    void check_order(const std::vector<std::size_t>& stream) const;
    void check_turns() const;
    [[nodiscard]] bool given_up(const receive_entry& r) const;
    [[nodiscard]] static bool tied_elsewhere(const receive_entry& r, std::uint64_t step);
    [[nodiscard]] bool unseen_tie(const receive_entry& r) const;
    [[nodiscard]] bool held_by_other(const message_entry& earlier, const receive_entry& later_taker) const;
    [[nodiscard]] std::string text(const message_entry& m) const;
    [[nodiscard]] std::string text(const receive_entry& r) const;

    template <class Entry>
    void say(const Entry& entry, const char* what) const;

    std::vector<message_entry> messages_;
    std::vector<receive_entry> receives_;
    std::map<stream_key, std::vector<std::size_t>> streams_;  // messages of one pair and context, in their order
    std::optional<context_id> revoked_;                       // the context of the revoked group
    std::set<task_id> callers_, informed_;  // members that have revoked it; members that know that it is revoked
    std::size_t delivered_ = 0;
    bool one_frame_a_step_ = false;
    bool telling_ = false;
};

}  // namespace banyan::net::simulation
