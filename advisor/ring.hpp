// Crandall's ring: each task sends to the right and receives from the left, with several messages at a time if asked
// for.
#pragma once

#include <cstddef>
#include <vector>

#include "banyan/net/group.hpp"

namespace banyan::advisor {

/// The buffers and neighbours of one task in the ring of a group. Every second message goes in the other direction, as
/// in a halo exchange. In a group of one, the task sends to itself.
class ring {
  public:
    /// For messages of up to `longest_bytes` bytes, up to `most_messages` at a time. Borrows `world`.
    ring(const net::group& world, std::size_t longest_bytes, int most_messages);

    /// Posts the receives and then the sends of one round. Does not block.
    void start(int messages, std::size_t bytes);
    /// Blocks until the round is complete; throws as net::wait_all does.
    void finish();

  private:
    const net::group& world_;
    std::vector<std::byte> outgoing_;
    std::vector<std::vector<std::byte>> incoming_;
    std::vector<net::request> requests_;
};

/// The largest value of all tasks, returned on all of them. Collective; blocks.
double longest_of(const net::group& world, double mine);
/// The same for each of several values.
void longest_of_each(const net::group& world, std::vector<double>& values);

/// The value of rank 0, returned on all tasks: for decisions that must be the same on all of them. Collective; blocks.
double agreed_value(const net::group& world, double mine);

}  // namespace banyan::advisor
