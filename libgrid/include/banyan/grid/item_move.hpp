// The messages of one processor when all items go to new places that every processor can compute. Pure: no I/O.
// permutation.hpp carries it out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "banyan/grid/index_shuffle.hpp"
#include "banyan/grid/item_layout.hpp"

namespace banyan::grid {

/// Item i in one layout becomes item shuffle.to(i) in another. Each processor sends one block to each processor. Both
/// ends derive the order of the items in a block, so the messages have items only. Immutable value. Memory: two numbers
/// for each item of the processor; O(m log m) for m items.
class item_move {
  public:
    /// Throws part::error if the layouts differ in items or processors, for a processor out of range, and for an item
    /// of this processor that shuffle.to or shuffle.from maps to an index out of range.
    item_move(const item_layout& from, const item_layout& to, int processor, const index_shuffle& shuffle);

    /// The old positions of the items in the order in which they are sent: the items for processor 0 first.
    [[nodiscard]] std::span<const std::size_t> send_order() const { return send_order_; }
    /// The number of items for each processor.
    [[nodiscard]] const std::vector<std::size_t>& send_counts() const { return send_counts_; }
    /// The new positions of the items in the order in which they arrive: the items from processor 0 first.
    [[nodiscard]] std::span<const std::size_t> receive_places() const { return receive_places_; }
    [[nodiscard]] const std::vector<std::size_t>& receive_counts() const { return receive_counts_; }
    /// A number that is equal on all processors for the same layouts and shuffle, and differs for others almost
    /// certainly. Only 64 indices of the shuffle are compared.
    [[nodiscard]] std::uint64_t digest() const { return digest_; }

  private:
    std::vector<std::size_t> send_order_;
    std::vector<std::size_t> send_counts_;
    std::vector<std::size_t> receive_places_;
    std::vector<std::size_t> receive_counts_;
    std::uint64_t digest_ = 0;
};

}  // namespace banyan::grid
