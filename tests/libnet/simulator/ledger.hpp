// The oracle: what was sent, what was received, and whether the two agree. It knows the promises of mailbox.hpp and
// nothing of the protocol.
//
// Steps are counts of events: a finer clock than virtual time.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "banyan/net/error.hpp"
#include "banyan/net/message.hpp"

namespace banyan::net::simulation {

/// A broken promise of the protocol; the text says which, to whom.
struct violation : std::logic_error {
    using logic_error::logic_error;
};

/// What has happened to tasks and connections, as the world (not the protocol) knows it.
struct circumstances {
    std::function<bool(task_id, task_id)> broken;  ///< their connection was cut, refused, or one of them crashed
    std::function<bool(task_id)> left;             ///< crashed, or ended in order
    std::function<bool(task_id)> leaving;          ///< it has begun to end in order, or has left
    std::function<bool(task_id)> crashed;
    std::function<bool(task_id, task_id)> told;  ///< the first has been told that the second is lost
    std::function<bool(task_id)> alone;          ///< it has been told so of all others
};

class ledger {
  public:
    static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

    /// No task reads more than one frame in one step, so that nothing happens unseen.
    void expect_one_frame_a_step() { one_frame_a_step_ = true; }

    // --- sends
    /// Longer messages of one pair and context differ in size; shorter ones may look the same.
    static constexpr std::size_t distinct_bytes = 16;
    /// Enters a message and returns its number. `held`: the program keeps a request for it.
    std::size_t enter_send(task_id from, const destination& to, std::size_t size_bytes, bool held);
    /// True if that size would make messages of this pair and context hard to tell apart.
    [[nodiscard]] bool ambiguous(task_id from, const destination& to, std::size_t size_bytes) const;
    /// The content of a message: as many bytes as its size, different for each number.
    [[nodiscard]] std::vector<std::byte> content(std::size_t number) const;
    void send_done(std::size_t number);
    /// It may still arrive, from a copy.
    void send_withdrawn(std::size_t number);
    /// It must never arrive.
    void send_cancelled(std::size_t number);
    /// True once all its bytes have arrived: nothing of it is left at its sender.
    [[nodiscard]] bool arrived(std::size_t number) const { return messages_[number].arrived; }
    [[nodiscard]] bool taken(std::size_t number) const { return messages_[number].taken_by != none; }
    void send_failed(std::size_t number, const error& why, const circumstances& world);

    // --- receives
    std::size_t enter_receive(task_id at, const selector& from, std::size_t room_bytes, std::uint64_t step);
    /// The protocol has tied the receive to a message, `held` if it is known which.
    void receive_matched(std::size_t number, std::uint64_t step, const std::optional<message_info>& held);
    /// The sender has taken that message back: the receive waits again.
    void receive_untied(std::size_t number, std::uint64_t step);
    /// The room of the receive is known only now: the message was claimed.
    void set_room(std::size_t number, std::size_t room_bytes) { receives_[number].room_bytes = room_bytes; }
    void receive_done(std::size_t number, const message_info& info, std::span<const std::byte> payload);
    void receive_failed(std::size_t number, const message_info& info, const error& why, const circumstances& world);
    void receive_withdrawn(std::size_t number, std::uint64_t step);

    // --- while nothing moves
    /// Throws violation if a receive waits although a message for it waits too, whatever else is not received. A sender
    /// may leave more than `most_buffered` buffered sends without a rendezvous request if no request of the program is
    /// behind them.
    void check_pairs(const circumstances& world, std::size_t most_buffered) const;
    /// Messages to a task that no receive has taken.
    [[nodiscard]] std::size_t untaken(task_id at) const;

    // --- the end
    /// All promises, once nothing moves any more; throws violation.
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
        std::uint64_t let_go = never;                                         // withdrawn
        std::vector<std::pair<std::uint64_t, std::uint64_t>> earlier_ties{};  // to messages that were taken back
        std::optional<message_info> held{};                                   // the message it was tied to
        std::size_t took = none;
        fate ended = fate::open;
    };
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    using stream_key = std::tuple<task_id, task_id, context_id>;

    std::size_t find(const receive_entry& receive, const message_info& info, const std::byte* payload) const;
    void take(std::size_t message, std::size_t receive);
    [[nodiscard]] bool fits(const message_entry& m, const receive_entry& receive) const;
    [[nodiscard]] bool was_to_be_had(const receive_entry& receive, const circumstances& world) const;
    [[nodiscard]] bool elsewhere(const message_entry& m, std::uint64_t step) const;
    [[nodiscard]] bool must_be_had(std::size_t number, const receive_entry& receive, const circumstances& world,
                                   std::size_t most_buffered) const;
    void check_sends(const circumstances& world) const;
    void check_receives(const circumstances& world) const;
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
    std::map<stream_key, std::vector<std::size_t>> streams_;  // messages of one pair and context, in order
    std::size_t delivered_ = 0;
    bool one_frame_a_step_ = false;
    bool telling_ = false;
};

}  // namespace banyan::net::simulation
