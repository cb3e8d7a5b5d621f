// Dissection for clusters of clusters: the grid over sites, then each site's part over its processors.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "banyan/part/grid.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/partition.hpp"
#include "banyan/part/speeds.hpp"

namespace banyan::part {

/// The processors of one site: indices into the speeds, at least one.
using site = std::vector<int>;

/// Divides `domain` among the sites by their total speeds with the method `outer`, then the part of each site among its
/// processors with `inner` (Kaddoura, Ranka & Wang 1995, section 1). Every processor belongs to exactly one site.
/// Options go to both; a density is taken for the part. A part with fewer cells than processors goes to the fastest of
/// them; a site that `outer` drops loses all its processors (partition::dropped()). Layout: that of `inner` where it
/// gives rectangles, else layout::cells. Throws error as make_partition(), and when `outer` does not give rectangles or
/// the sites do not hold each processor once.
partition make_multilevel(std::string_view outer, std::string_view inner, const grid& domain, const speeds& processors,
                          std::span<const site> sites, const partition_options& options = {});

}  // namespace banyan::part
