// The communication patterns of one iteration of a program, and how often each occurs in it.
#pragma once

#include <string>
#include <vector>

#include "advisor/ranking.hpp"

namespace banyan::advisor {

/// A pattern that part::communication_named() knows.
struct pattern_use {
    int times = 1;
    std::string pattern;
    friend bool operator==(const pattern_use&, const pattern_use&) = default;
};

/// One iteration: the patterns in any order, each once. Each occurrence of a stencil is an exchange and one sweep over
/// the cells; broadcast, reduction and random are messages only.
using iteration_patterns = std::vector<pattern_use>;

/// Parses "3:5,9,reduction": TIMES:PATTERN, or PATTERN for once. Equal patterns are added up. Throws
/// std::invalid_argument, quoting what is wrong, for an unknown pattern, for times that are not a whole number from 1
/// to 1000, and for an iteration without a stencil.
iteration_patterns parse_iteration(const std::string& text);
std::string text_of(const iteration_patterns& patterns);

/// Whether an iteration is one occurrence of one pattern.
bool is_single(const iteration_patterns& patterns);

/// True for a stencil, false for broadcast, reduction and random.
bool has_sweep(const std::string& pattern);

/// The ranking of one pattern, and how often the pattern occurs.
struct weighted_ranking {
    double times = 1;
    const ranking* of_pattern = nullptr;
};

/// The ranking of methods by the sum of times x predicted time, with the draws added up. All rankings have the same
/// methods and numbers of draws. Throws std::invalid_argument for an empty list, and as ranking::of().
ranking rank_sums(const std::vector<weighted_ranking>& parts);

}  // namespace banyan::advisor
