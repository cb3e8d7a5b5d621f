// What the ranks send in one call of an algorithm, and how often they wait, counted on their schedules.
#pragma once

#include <compare>
#include <cstdint>

#include "libnet/schedules/algorithm.hpp"

namespace banyan::net {

struct sent_messages {
    std::uint64_t longest_items = 0;  ///< of the longest message
    std::uint64_t items = 0;          ///< of all messages
    int partners = 0;                 ///< the different ranks to which one rank sends, at most
    friend auto operator<=>(const sent_messages&, const sent_messages&) = default;
};

/// Makes the schedules of all ranks: takes about as many steps as they have together. `shape.rank` is ignored. The
/// algorithm must have schedules (`make`).
sent_messages messages_sent(const algorithm& how, const collective_shape& shape);

/// The waits of the rank that waits most often. As messages_sent().
int most_waits(const algorithm& how, const collective_shape& shape);

}  // namespace banyan::net
