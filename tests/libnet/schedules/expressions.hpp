// Items that record how they were combined: numbers of expressions. Two results are the same number if and only if they
// were combined in the same association and order.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
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
        const auto next = first_combined + static_cast<std::int64_t>(known_.size());
        return known_.try_emplace({left, right}, next).first->second;
    }

  private:
    static constexpr std::int64_t first_combined = std::int64_t{1} << 40;
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> known_;
};

}  // namespace banyan::testing
