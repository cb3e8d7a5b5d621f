// Unrounded partitions in exact rationals, and direct counts on them.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <string>

#include "libpart/geometry/exact_geometry.hpp"
#include "libpart/geometry/processor_list.hpp"

namespace banyan::testing {

using namespace part;

using rational = boost::multiprecision::cpp_rational;

inline rational overlap(const rational& a, const rational& length_a, const rational& b, const rational& length_b) {
    const rational low = std::max(a, b);
    const rational high = std::min(rational(a + length_a), rational(b + length_b));
    return high > low ? rational(high - low) : rational(0);
}

/// Two rectangles that touch along a line, and the length of the line. The second one is east or south of the first.
struct touching {
    std::int64_t pairs = 0;
    rational length = 0;
};

inline touching pairs_that_touch(const exact_rectangles<rational>& parts, const grid& domain, periodic axes) {
    const grid shape(1, 1, axes);
    const auto meets = [](const rational& end, const rational& start, std::int64_t side, bool wrap) {
        return end == start || (wrap && end == side && start == 0);
    };
    touching result;
    const auto count = [&result](const rational& shared) {
        result.pairs += shared > 0;
        result.length += shared;
    };
    for (const auto& a : parts)
        for (const auto& b : parts) {
            if (&a == &b) continue;
            if (meets(a.col + a.cols, b.col, domain.cols(), shape.periodic_cols()))
                count(overlap(a.row, a.rows, b.row, b.rows));
            if (meets(a.row + a.rows, b.row, domain.rows(), shape.periodic_rows()))
                count(overlap(a.col, a.cols, b.col, b.cols));
        }
    return result;
}

/// The cuts as text: 0|1 are side by side, 0/1 are one below the other, and brackets enclose later cuts.
inline std::string written(const cut_tree& tree) {
    if (tree.direction == cut::none) return std::to_string(tree.processor);
    std::string text;
    for (const cut_tree& part : tree.parts) {
        if (!text.empty()) text += tree.direction == cut::vertical ? "|" : "/";
        const bool leaf = part.direction == cut::none;
        text += leaf ? written(part) : "(" + written(part) + ")";
    }
    return text;
}

}  // namespace banyan::testing
