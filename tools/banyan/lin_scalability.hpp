// Figure 3.3 of Lin 1995, computed again: how five programs for all shortest paths scale. Pure.
#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "banyan/part/papers/scalability.hpp"

namespace banyan::tools {

/// A growth as the published order says, and as the model of banyan/part/papers/scalability.hpp gives.
struct growth {
    double published;
    double computed;
};

struct scalability_row {
    part::shortest_paths program;
    std::string_view name;
    std::string_view isoefficiency, memory_overhead, expansion_range;  ///< as published
    std::vector<double> sides;   ///< n that keeps the efficiency, for each of scalability_processors
    growth work;                 ///< exponent of p in the work n^3, from scalability_span.first to .second processors
    double overhead;             ///< memory-overhead factor at the largest of scalability_processors
    std::vector<double> limits;  ///< largest p, for each of scalability_memories; infinite: above 2^512
};

inline constexpr std::array scalability_processors{4.0, 16.0, 64.0, 256.0, 1024.0};
inline constexpr std::array scalability_memories{1e3, 1e4, 1e5};  ///< matrix elements of a module
inline constexpr std::pair scalability_span{0x1p40, 0x1p60};

/// All five programs, for an efficiency between 0 and 1 and the costs of scalability.hpp. Throws part::error for other
/// efficiencies.
std::vector<scalability_row> scalability_table(double efficiency, const part::module_costs& costs = {});

}  // namespace banyan::tools
