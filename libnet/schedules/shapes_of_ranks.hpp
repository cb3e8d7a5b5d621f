// The shapes of one collective call on all its ranks, from the shape of one rank. Pure.
#pragma once

#include <vector>

#include "libnet/schedules/algorithm.hpp"

namespace banyan::net {

/// The shapes differ in their rank. The shapes of an alltoall with counts also differ in the counts, which are taken
/// from shape.matrix. If that is empty, all ranks are assumed to send shape.counts, as in alltoall_cost(). The spans of
/// `shape` must live as long as this object.
class shapes_of_ranks {
  public:
    shapes_of_ranks(collective_kind kind, const collective_shape& shape);
    shapes_of_ranks(const shapes_of_ranks&) = delete;  // of() gives spans of it
    shapes_of_ranks& operator=(const shapes_of_ranks&) = delete;

    /// The counts in it are valid until the next call.
    const collective_shape& of(int rank);

  private:
    collective_shape shape_;
    bool counts_differ_;
    std::vector<std::size_t> received_;
};

}  // namespace banyan::net
