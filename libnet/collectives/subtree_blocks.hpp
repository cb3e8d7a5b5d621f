// The positions of a subtree's blocks in the message that carries them: contiguous, in node order. Pure functions.
#pragma once

#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "libnet/schedules/hypercube_tree.hpp"

namespace banyan::net {

/// Offsets, in bytes, of the blocks of nodes node .. node+extent-1.
class subtree_blocks {
  public:
    /// `sizes[i]`: bytes of node place.node + i. It has place.extent entries.
    subtree_blocks(const tree_place& place, std::span<const std::size_t> sizes) : first_(place.node), ends_(1, 0) {
        for (const std::size_t size : sizes)
            ends_.push_back(ends_.back() + size);
    }

    [[nodiscard]] std::size_t total_bytes() const { return ends_.back(); }
    /// The part of `all` (the bytes of the subtree) that holds the blocks of nodes first .. first+count-1.
    template <class Byte>
    [[nodiscard]] std::span<Byte> part(std::span<Byte> all, int first, int count) const {
        const auto begin = static_cast<std::size_t>(first - first_);
        const std::size_t from = ends_[begin];
        return all.subspan(from, ends_[begin + static_cast<std::size_t>(count)] - from);
    }

  private:
    int first_;
    std::vector<std::size_t> ends_;
};

}  // namespace banyan::net
