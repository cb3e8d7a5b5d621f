// Partitions for several sites: the grid is divided among the sites, then each part among the processors of its site.
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

/// Divides `domain` among the sites by their total speeds with the method `outer`, and then the part of each site among
/// its processors with the method `inner` (Kaddoura, Ranka & Wang 1995, section 1). Both methods get `options`; the
/// inner one gets the density of its part; in a part without work all cells count the same. If a part has fewer cells
/// than its site has processors, only the fastest of them get cells; if `outer` drops a site, all processors of the
/// site are dropped (partition::dropped()). The layout is that of `inner` if it makes rectangles, else layout::cells.
/// Throws error as make_partition(), if `outer` does not make rectangles, and unless each processor belongs to exactly
/// one site.
partition make_multilevel(std::string_view outer, std::string_view inner, const grid& domain, const speeds& processors,
                          std::span<const site> sites, const partition_options& options = {});

}  // namespace banyan::part
