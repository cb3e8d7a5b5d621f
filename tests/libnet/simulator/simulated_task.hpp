// A task of the simulation: an engine, and a random program that uses it as mailbox.hpp would.
#pragma once

#include <memory>
#include <vector>

#include "network.hpp"

namespace banyan::net::simulation {

class simulated_task {
  public:
    simulated_task(task_id self, const scenario& world, virtual_clock& clock, dice& random, ledger& book,
                   network& transport);

    [[nodiscard]] detail::engine& protocol() { return engine_; }
    /// Begins the program: some actions, then receives everything that comes.
    void begin();
    /// Sends so much to one peer that credit which is not given back would be missed.
    void burst(task_id to, std::size_t count, std::size_t most_bytes);
    /// Takes its receives back, says goodbye, and leaves when all is delivered.
    void close();
    /// Looks at what the engine has done.
    void attend();
    /// Promises that hold at any time, and what a receiver that took everything must look like.
    void check_at_rest() const;
    [[nodiscard]] bool gone() const { return network_->gone(self_); }

  private:
    struct pending {
        detail::operation op;
        std::vector<std::byte> memory;
        std::size_t number;
        bool draining;
        bool found = false;  // a message waited for the receive when it was posted
        /// True for a receive that the engine has given a message, if only to say that it is lost.
        [[nodiscard]] bool tied() const {
            const bool hopeless = op.failure && op.failure->which() != errc::truncated;
            return op.arriving || found || (op.done && !hopeless);
        }
    };

    void act();
    void send();
    void send_to(const destination& to, std::size_t size);
    void receive();
    void receive_from(const selector& from, std::size_t room, bool owner, bool draining);
    void withdraw(pending& p);
    void withdraw_or_detach_one();
    void probe();
    void drain();
    bool settle(pending& p);
    void bury(std::vector<std::byte>&& memory);
    void check_unexpected() const;
    [[nodiscard]] std::size_t any_size();
    [[nodiscard]] selector any_selector();
    [[nodiscard]] task_id any_task() { return task_id{static_cast<std::uint32_t>(random_->between(1, world_->tasks))}; }

    const task_id self_;
    const scenario* world_;
    virtual_clock* clock_;
    dice* random_;
    ledger* book_;
    network* network_;
    detail::engine engine_;
    std::vector<std::unique_ptr<pending>> pending_;
    std::vector<std::vector<std::byte>> graves_;  // memory that the engine must not touch any more
    std::size_t actions_left_;
    std::size_t leaves_at_;             // actions left when it closes early
    std::size_t extra_unexpected_ = 0;  // asked for beyond the credit: pulled, or received in part and taken back
    bool draining_ = false, closing_ = false;
};

}  // namespace banyan::net::simulation
