// Speeds of unequal processors for the tables of docs/partitioning.md.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace banyan::bench {

enum class spread {
    uniform,  ///< uniform in 1 .. 10
    pareto,   ///< Pareto with exponent 1.2, from 1
    classes   ///< 1, 4 or 16 with equal chances
};

constexpr spread all_spreads[] = {spread::uniform, spread::pareto, spread::classes};

std::string_view name_of(spread kind);

/// Equal arguments give equal speeds with every compiler.
std::vector<double> random_speeds(spread kind, int processors, std::uint64_t seed);

}  // namespace banyan::bench
