// Sums of costs: of the messages of a round, of parts one after another, and of parts side by side. Pure.
#pragma once

#include <algorithm>

#include "libnet/schedules/algorithm.hpp"

namespace banyan::net {

/// The cost of rounds in which each rank sends one message and receives one at most. A round takes as long as its
/// longest message, so `path_items` is an upper bound if the messages of a round differ.
class round_costs {
  public:
    /// A message of the current round. A message of no items is not sent.
    void message(std::size_t items) { messages(1, items); }
    void messages(std::uint64_t count, std::size_t items) {
        if (items == 0 || count == 0) return;
        sum_.messages += count;
        sum_.items += count * items;
        longest_ = std::max<std::uint64_t>(longest_, items);
    }
    void end_round() {
        if (longest_ > 0) ++sum_.rounds;
        sum_.path_items += longest_;
        longest_ = 0;
    }
    [[nodiscard]] const algorithm_cost& sum() const { return sum_; }

  private:
    algorithm_cost sum_;
    std::uint64_t longest_ = 0;
};

/// `second` begins when `first` has ended.
constexpr algorithm_cost in_sequence(const algorithm_cost& first, const algorithm_cost& second) {
    return {first.rounds + second.rounds, first.messages + second.messages, first.items + second.items,
            first.path_items + second.path_items, first.path_combined + second.path_combined};
}

/// Both at the same time, on different ranks.
constexpr algorithm_cost side_by_side(const algorithm_cost& one, const algorithm_cost& other) {
    return {std::max(one.rounds, other.rounds), one.messages + other.messages, one.items + other.items,
            std::max(one.path_items, other.path_items), std::max(one.path_combined, other.path_combined)};
}

}  // namespace banyan::net
