// One collective's messages: by rank, in the group's collective context, with the collective's tags, counted.
#pragma once

#include <span>

#include "banyan/net/group.hpp"
#include "libnet/collectives/collective_tag.hpp"

namespace banyan::net {

/// Made at the start of every collective, on all ranks of the group in the same order. Borrows the group. Blocking
/// calls end with errc::timeout at the deadline given here; the death of any member ends them with its peer_lost or
/// host_lost.
class collective_messages {
  public:
    collective_messages(const group& g, collective_kind kind, deadline until);

    [[nodiscard]] int rank() const { return group_.rank().value; }
    [[nodiscard]] int size() const { return group_.size(); }

    void send(int to, std::span<const std::byte> bytes, int phase = 0);
    /// Receives exactly bytes.size() bytes; throws errc::truncated or errc::invalid_argument for another length,
    /// which means that the ranks called the collective with different lengths.
    void recv(int from, std::span<std::byte> bytes, int phase = 0);
    /// Sends to one rank while it receives from another (or the same).
    void exchange(int to, std::span<const std::byte> out, int from, std::span<std::byte> in, int phase = 0);
    [[nodiscard]] request async_send(int to, std::span<const std::byte> bytes, int phase = 0);
    /// Throws the first error after all have ended, or errc::timeout.
    void wait_all(std::span<request> requests);

    /// Throws errc::invalid_argument, naming the operation, unless `root` is a rank of the group.
    void check_root(net::rank root) const;

  private:
    [[nodiscard]] task_id task(int r) const { return group_.task(net::rank{r}); }
    [[nodiscard]] request async_recv(int from, std::span<std::byte> bytes, int phase);
    message_info wait(request& pending);
    void finish_recv(request& pending, int from, std::size_t expected_bytes);

    const group& group_;
    collective_tag tags_;
    deadline until_;
};

}  // namespace banyan::net
