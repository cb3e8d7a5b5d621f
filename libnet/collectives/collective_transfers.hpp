// The sends and receives of a collective that may run many times.
#pragma once

#include <vector>

#include "libnet/collectives/collective_messages.hpp"

namespace banyan::net {

/// The first run prepares the transfers, and the later ones start them again, so these allocate nothing. Every run
/// makes the same calls with the same memory. Used by one thread at a time.
class collective_transfers {
  public:
    /// `most`: the number of transfers of a run.
    explicit collective_transfers(std::size_t most) {
        requests_.reserve(most);
        expected_.reserve(most);
    }

    void send(collective_messages& messages, int to, std::span<const std::byte> bytes) {
        if (is_new()) add(messages.prepared_send(to, bytes), {});
        messages.start_send(requests_[started_++], bytes.size());
    }
    /// The message must fill `bytes`.
    void receive(collective_messages& messages, int from, std::span<std::byte> bytes) {
        if (is_new()) add(messages.prepared_recv(from, bytes), {from, bytes.size()});
        messages.start_recv(requests_[started_++]);
    }

    /// Blocks until the first `count` transfers of this run are done. Throws as collective_messages::finish().
    void wait_for(collective_messages& messages, std::size_t count) {
        messages.finish(request_span(requests_).subspan(done_, count - done_),
                        std::span(expected_).subspan(done_, count - done_));
        done_ = count;
    }
    void wait(collective_messages& messages) { wait_for(messages, started_); }

    /// Ends a run: none of its transfers uses the mailbox any more. After an error those under way are withdrawn.
    void end_run() noexcept {
        for (std::size_t i = 0; i < started_; ++i)
            requests_[i].reset();
        started_ = done_ = 0;
    }

  private:
    [[nodiscard]] bool is_new() const { return started_ == requests_.size(); }
    void add(persistent_request&& prepared, collective_messages::expected_length expected) {
        requests_.push_back(std::move(prepared));
        expected_.push_back(expected);
    }

    std::vector<persistent_request> requests_;
    std::vector<collective_messages::expected_length> expected_;  // one for each request
    std::size_t started_ = 0, done_ = 0;                          // in this run; those that are done come first
};

}  // namespace banyan::net
