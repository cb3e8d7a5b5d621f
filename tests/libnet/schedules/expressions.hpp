// Items that record how they were combined: numbers of expressions. Two results are the same number if and only if they
// were combined in the same association and order.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace banyan::testing {

class expressions {
  public:
    /// The operands of a rank: an expression of its own for each item.
    static std::vector<std::int64_t> of_rank(int rank, std::size_t items) {
        std::vector<std::int64_t> leaves(items);
        for (std::size_t i = 0; i < items; ++i)
            leaves[i] = static_cast<std::int64_t>(static_cast<std::size_t>(rank) * items + i);
        return leaves;
    }
    /// The expression (left right).
    std::int64_t combine(std::int64_t left, std::int64_t right) {
        const auto [known, is_new] = known_[left].try_emplace(right, next_);
        next_ += is_new;
        return known->second;
    }

  private:
    std::unordered_map<std::int64_t, std::unordered_map<std::int64_t, std::int64_t>> known_;  // by left, by right
    std::int64_t next_ = std::int64_t{1} << 40;
};

}  // namespace banyan::testing
