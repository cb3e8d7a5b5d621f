// The smallest half-perimeters of all slicing layouts of a few processors with whole speeds, in exact rationals.
// slicing_exact is compared with them. Code and method differ from libpart (shape_table.hpp).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "tests/libpart/methods/exact_columns.hpp"

namespace banyan::testing {

using namespace part;

/// Tries every slicing tree. A straight cut in one of the two directions divides the processors in every possible way,
/// and both parts are divided in the same way. The result for the same processors in the same rectangle is computed
/// only once. Of the ways to write parallel cuts a|b|c, only a|(b|c) is tried.
class all_slicings {
  public:
    explicit all_slicings(std::vector<std::int64_t> weights) : weights_(std::move(weights)) {
        std::ranges::sort(weights_);
    }

    [[nodiscard]] rational least_half_perimeters(const grid& domain) {
        return least((1u << weights_.size()) - 1, rational(domain.rows()), rational(domain.cols()), cut::none);
    }

  private:
    /// The smallest value over the layouts of a set that do not begin with a cut in the direction `not_by`.
    rational least(std::uint32_t set, const rational& rows, const rational& cols, cut not_by) {
        if (std::has_single_bit(set)) return rows + cols;
        std::map<rational, rational>& known = found_[{set, not_by}];  // the area of a set determines its columns
        const auto place = known.find(rows);
        if (place != known.end()) return place->second;
        rational best = 3 * (rows + cols) * std::popcount(set);  // larger than any layout
        const rational total = weight(set);
        const std::uint32_t first = set & (~set + 1);
        for (std::uint32_t rest = (set - 1) & set; rest != 0; rest = (rest - 1) & set) {
            if ((rest & first) != 0) continue;  // counts each division only once
            const rational share = weight(set ^ rest) / total;
            const rational left = 1 - share;
            if (not_by != cut::vertical)
                best = std::min<rational>(best, least(set ^ rest, rows, cols * share, cut::vertical) +
                                                    least(rest, rows, cols * left, cut::none));
            if (not_by != cut::horizontal)
                best = std::min<rational>(best, least(set ^ rest, rows * share, cols, cut::horizontal) +
                                                    least(rest, rows * left, cols, cut::none));
        }
        return known[rows] = best;
    }

    [[nodiscard]] rational weight(std::uint32_t set) const {
        std::int64_t sum = 0;
        for (; set != 0; set &= set - 1)
            sum += weights_[static_cast<std::size_t>(std::countr_zero(set))];
        return sum;
    }

    std::vector<std::int64_t> weights_;
    std::map<std::pair<std::uint32_t, cut>, std::map<rational, rational>> found_;
};

}  // namespace banyan::testing
