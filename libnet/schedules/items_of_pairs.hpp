// The lengths of the blocks of an alltoall from each rank to each, for algorithms in which a rank passes on blocks of
// others. Pure.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "libnet/schedules/collective_shape.hpp"
#include "libnet/schedules/item_blocks.hpp"

namespace banyan::net {

/// All equal, or those of the matrix of the shape, which must live as long as this.
class items_of_pairs {
  public:
    explicit items_of_pairs(const collective_shape& shape)
        : items_(shape.items), size_(shape.size), matrix_(shape.matrix) {}

    [[nodiscard]] int size() const { return size_; }  ///< the number of ranks
    [[nodiscard]] bool are_equal() const { return matrix_.empty(); }
    [[nodiscard]] std::size_t count(int from, int to) const {
        if (are_equal()) return items_;
        return matrix_[static_cast<std::size_t>(from) * static_cast<std::size_t>(size_) + static_cast<std::size_t>(to)];
    }
    /// From all ranks of one list to all of another.
    [[nodiscard]] std::size_t sum(const std::vector<int>& senders, const std::vector<int>& receivers) const {
        if (are_equal()) return senders.size() * receivers.size() * items_;
        std::size_t found = 0;
        for (const int from : senders)
            for (const int to : receivers)
                found += count(from, to);
        return found;
    }
    /// The blocks of a rank for all ranks, as they are in its input.
    [[nodiscard]] item_blocks sent_by(int rank) const {
        item_blocks blocks;
        for (int to = 0; to < size_; ++to)
            blocks.append(count(rank, to));
        return blocks;
    }
    /// The blocks of all ranks for a rank, as they are in its output.
    [[nodiscard]] item_blocks received_by(int rank) const {
        item_blocks blocks;
        for (int from = 0; from < size_; ++from)
            blocks.append(count(from, rank));
        return blocks;
    }

  private:
    std::size_t items_;
    int size_;
    std::span<const std::size_t> matrix_;
};

}  // namespace banyan::net
