// A simulated task: a protocol, and a random program that uses it as mailbox.hpp does.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "network.hpp"

namespace banyan::net::simulation {

class simulated_task {
  public:
    simulated_task(task_id self, const scenario& world, virtual_clock& clock, dice& random, ledger& book,
                   network& transport);

    [[nodiscard]] detail::protocol& protocol() { return protocol_; }
    /// Starts the program. It does some actions, then receives all messages.
    void begin();
    /// Called when the time for credit to come back is over. Sends rendezvous requests for the messages that lack
    /// credit. At rest, these must suffice to move all the others.
    void end_credit_wait();
    /// Receives one message of each tag, if there is one. Begins with the last tag.
    void receive_late();
    /// From now on, receives all messages.
    void begin_to_drain();
    /// Checks the exact number of bytes in the send buffer. Called at rest.
    void check_send_buffer();
    /// Revokes the group `revocable_group`.
    void revoke();
    /// Sends so much to one peer that an error in the credit shows.
    void burst(task_id to, tag as, std::size_t count, std::size_t most_bytes);
    /// Lets the sends continue from copies, as far as there is room.
    void wait_for_sends();
    /// Withdraws the receives, sends a goodbye to the peers, and leaves when all is delivered.
    void close();
    /// Checks the results of the protocol.
    void attend();
    /// Checks the state of a task that has received everything, and that it can still store a message.
    void check_at_rest();
    /// Checks that all credit of the peer is on one of the two sides. No task is lost and no byte is under way.
    void check_credit(simulated_task& peer);
    [[nodiscard]] bool gone() const { return network_->gone(self_); }
    [[nodiscard]] bool closing() const { return closing_; }

  private:
    struct claim {
        detail::incoming* message;
        message_info info;
        std::size_t number;  // of the receive in the ledger
    };
    struct pending {
        detail::operation op;
        std::vector<std::byte> memory;
        std::size_t number;
        bool draining;
        std::vector<std::span<const std::byte>> sent_pieces{};
        std::vector<std::span<std::byte>> pieces{};
        std::optional<message_info> found{};  // the message that was waiting when the receive was posted
        std::optional<claim> claimed{};       // set if the receive is of a claimed message
        std::optional<std::uint64_t> tie{};   // sequence number of the matched message while it arrives
        message_info tied_to{};
    };
    struct copied {  // a send completed from a copy
        std::size_t number;
        task_id to;
        context_id context;
        std::size_t size_bytes;
    };

    // simulated_actions.cpp
    void send();
    void send_to(const destination& to, std::size_t size);
    void try_send(pending& p);
    void receive();
    pending& receive_from(const selector& from, std::size_t room, bool owner, bool draining);
    pending& new_receive(std::size_t number, const selector& from, std::size_t room, bool owner);
    void meddle_with_one();
    void meddle_with_send(pending& p);
    void detach_all();
    void withdraw(pending& p);
    void cancel(pending& p);
    void detach(pending& p);
    [[nodiscard]] static std::size_t cost_of(const pending& p);
    [[nodiscard]] bool may_await_clear_to_send(const copied& c);
    [[nodiscard]] bool was_dropped(const copied& c) const;
    [[nodiscard]] std::size_t most_copied();
    void note_copy(const pending& p);
    [[nodiscard]] std::optional<bool> expect_kept(const pending& p) const;
    void note_kept(const pending& p, std::size_t used_before, std::optional<bool> expected);
    void look();
    void probe(const selector& from, const detail::incoming& found);
    void make_claim(const selector& from, const detail::incoming& found);
    void end_claim();
    void drop_claim(std::size_t index);
    void put_back(const claim& held);
    void receive_claimed(const claim& held);
    [[nodiscard]] std::size_t any_size();
    [[nodiscard]] selector any_selector();
    [[nodiscard]] destination any_destination();
    [[nodiscard]] task_id any_task() { return task_id{static_cast<std::uint32_t>(random_->between(1, world_->tasks))}; }

    // simulated_task.cpp
    void act();
    void drain();
    void drain(const selector& from);
    void settle_all();
    [[nodiscard]] bool learn_of_revocation();
    pending* first_done();
    bool settle(pending& p);
    [[nodiscard]] bool tied(const pending& p) const;
    void note_tie(pending& p);
    void retire(std::vector<std::byte>&& memory);
    void forget(const pending& p);
    void check_unexpected() const;
    void check_waiting();
    void store_for_itself();

    const task_id self_;
    const scenario* world_;
    virtual_clock* clock_;
    dice* random_;
    ledger* book_;
    network* network_;
    detail::protocol protocol_;
    std::vector<std::unique_ptr<pending>> pending_;
    std::vector<claim> claims_;
    std::vector<copied> copies_;
    std::vector<std::vector<std::byte>> retired_;  // memory that the protocol must not write any more
    std::size_t sends_, receives_, changes_;       // out of twenty actions; the others look at arrived messages
    bool greedy_;                                  // claims all messages, and puts most of them back
    std::size_t actions_left_;
    std::size_t leaves_at_;             // closes early when so many actions are left
    std::size_t extra_unexpected_ = 0;  // bytes beyond the credit: pulled, or received in part and put back
    bool draining_ = false, closing_ = false;
    bool knows_revocation_ = false;  // the group `revocable_group` is revoked
};

}  // namespace banyan::net::simulation
