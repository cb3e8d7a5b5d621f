// Crandall's ring: each process sends to the right and receives from the left, several messages at once if asked for.
#pragma once

#include <cstddef>
#include <vector>

#include "banyan/net/group.hpp"

namespace banyan::advisor {

/// Buffers and neighbours of one process in the ring of a group. Every second message goes the other way round, as the
/// messages of a halo exchange do. A group of one sends to itself.
class ring {
  public:
    /// Messages of up to `longest_bytes`, up to `most_messages` at once. Borrows `world`.
    ring(const net::group& world, std::size_t longest_bytes, int most_messages);

    /// Posts the receives, then the sends, of one round.
    void start(int messages, std::size_t bytes);
    /// Blocks until the round is complete; throws as net::wait_all does.
    void finish();

  private:
    const net::group& world_;
    std::vector<std::byte> outgoing_;
    std::vector<std::vector<std::byte>> incoming_;
    std::vector<net::request> requests_;
};

/// The largest of all processes' values, on all of them; collective.
double longest_of(const net::group& world, double mine);

}  // namespace banyan::advisor
