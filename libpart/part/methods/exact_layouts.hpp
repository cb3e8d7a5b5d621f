// Searches over all layouts of few parts, for the exact methods and for the local search of `best`.
#pragma once

#include <span>

#include "libpart/part/methods/method.hpp"

namespace banyan::part {

/// The largest p of slicing_exact.
constexpr int most_sliced = 12;

/// The shortest slicing layout of the parts; each part keeps its own cuts, or their mirror image. At least one part,
/// about 3^parts steps.
cut_tree best_slicing(const grid& domain, std::span<const cut_tree> parts);

}  // namespace banyan::part
