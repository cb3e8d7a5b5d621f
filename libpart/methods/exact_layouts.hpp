// Searches over all layouts of a few parts, for the exact methods and for the local search of `best`.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "libpart/geometry/floorplan.hpp"
#include "libpart/methods/method.hpp"

namespace banyan::part {

/// The largest number of processors for slicing_exact and for dissection_exact.
constexpr int most_sliced = 12;
constexpr int most_dissected = 7;

/// The slicing layout of the parts with the least cut length. Each part keeps its own cuts or their mirror image. At
/// least one part; about 3^parts steps.
cut_tree best_slicing(double rows, double cols, std::span<const cut_tree> parts);

/// A floorplan with one processor in each room, before it is rounded to whole cells.
struct dissection {
    floorplan plan;
    std::vector<weighted_processor> processors;
    drawing exact;
};

/// The dissection with the least cut length among those that do not consist of straight cuts. Nothing for fewer than 5
/// processors.
std::optional<dissection> best_non_slicing(const grid& domain, processor_list processors);

}  // namespace banyan::part
