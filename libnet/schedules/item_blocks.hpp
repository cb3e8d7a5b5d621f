// Consecutive blocks of items, numbered from 0. Pure.
#pragma once

#include <algorithm>
#include <vector>

#include "libnet/schedules/collective_shape.hpp"
#include "libnet/schedules/schedule.hpp"

namespace banyan::net {

class item_blocks {
  public:
    /// `items` divided into `parts` blocks whose lengths differ by one at most; the longer ones are first.
    static item_blocks divided(std::size_t items, int parts) {
        item_blocks blocks;
        for (int b = 1; b <= parts; ++b)
            blocks.begins_.push_back(division_begin(items, parts, b));
        return blocks;
    }
    /// The blocks of all ranks.
    static item_blocks of_ranks(const collective_shape& shape) {
        const block_layout layout(shape.items, shape.counts);
        item_blocks blocks;
        for (int r = 0; r < shape.size; ++r)
            blocks.append(layout.count(r));
        return blocks;
    }
    /// Adds a block after the last.
    void append(std::size_t items) { begins_.push_back(begins_.back() + items); }

    [[nodiscard]] int size() const { return static_cast<int>(begins_.size()) - 1; }
    /// The items before `block`; all items for `block` = size().
    [[nodiscard]] std::size_t begin(int block) const { return begins_[static_cast<std::size_t>(block)]; }
    /// The items of the blocks first .. last - 1.
    [[nodiscard]] std::size_t count(int first, int last) const { return begin(last) - begin(first); }
    [[nodiscard]] std::size_t count(int block) const { return count(block, block + 1); }
    [[nodiscard]] items_at range(area where, int first, int last) const {
        return {where, begin(first), count(first, last)};
    }
    [[nodiscard]] items_at block(area where, int block) const { return range(where, block, block + 1); }
    [[nodiscard]] std::size_t total() const { return begins_.back(); }
    [[nodiscard]] std::size_t longest() const {
        std::size_t items = 0;
        for (int b = 0; b < size(); ++b)
            items = std::max(items, count(b));
        return items;
    }
    /// The number of blocks with items.
    [[nodiscard]] int filled() const {
        int blocks = 0;
        for (int b = 0; b < size(); ++b)
            blocks += count(b) > 0;
        return blocks;
    }

  private:
    std::vector<std::size_t> begins_{0};
};

}  // namespace banyan::net
