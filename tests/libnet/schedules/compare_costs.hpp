// Compares the cost formula of an algorithm with the cost that a run has counted.
#pragma once

#include <catch2/catch.hpp>
#include <ostream>

#include "libnet/schedules/algorithm.hpp"

namespace Catch {

template <>
struct StringMaker<banyan::net::algorithm_cost> {
    static std::string convert(const banyan::net::algorithm_cost& cost) {
        return "rounds " + std::to_string(cost.rounds) + ", messages " + std::to_string(cost.messages) + ", items " +
               std::to_string(cost.items) + ", path_items " + std::to_string(cost.path_items) + ", path_combined " +
               std::to_string(cost.path_combined);
    }
};

}  // namespace Catch

namespace banyan::testing {

inline bool close(std::uint64_t seen, std::uint64_t formula, std::uint64_t slack) {
    return seen <= formula + formula / 4 + slack && formula <= seen + seen / 2 + slack;
}

/// Messages and items are equal. The other numbers are equal if `exact`; otherwise they may differ: ranks that are
/// early delay the messages of others, which the formulas leave out, and the formulas take the longest block for every
/// block.
inline void compare_costs(const net::algorithm_cost& seen, const net::algorithm_cost& formula, bool exact,
                          std::uint64_t slack) {
    if (exact) {
        CHECK(formula == seen);
        return;
    }
    CAPTURE(seen, formula);
    CHECK(seen.messages == formula.messages);
    CHECK(seen.items == formula.items);
    CHECK(close(static_cast<std::uint64_t>(seen.rounds), static_cast<std::uint64_t>(formula.rounds), slack));
    CHECK(close(seen.path_items, formula.path_items, slack));
    CHECK(close(seen.path_combined, formula.path_combined, slack));
}

/// All ranks do the same, and they are few enough to wait for each other only where the formulas say so.
inline bool all_ranks_alike(int size, std::size_t items) {
    return size <= 8 && (size & (size - 1)) == 0 && items % static_cast<std::size_t>(size) == 0;
}

}  // namespace banyan::testing
