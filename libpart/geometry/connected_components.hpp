// Connected components of a labelled grid, and groups of them for processors.
#pragma once

#include <cstdint>
#include <vector>

#include "banyan/part/grid.hpp"
#include "libpart/geometry/processor_list.hpp"
#include "libpart/geometry/triangle_raster.hpp"
#include "libpart/model/work_map.hpp"

namespace banyan::part {

/// Pieces: cells of one label that hang together by their sides, as many components per label as it takes.
struct component_list {
    std::vector<std::int32_t> of_cell;  ///< component of each cell, row-major
    std::vector<double> work;           ///< of each component
    std::vector<plane_point> centre;    ///< mean of its cells
    std::vector<std::vector<std::int32_t>>
        neighbours;  ///< components with a side in common, ascending; the edges do not wrap
};

/// O(cells log cells) at worst, about O(cells) for labels of many cells.
component_list connected_components(const grid& domain, const std::vector<std::int32_t>& labels, const work_map& map);

/// Shares the components out in proportion to the weights: group[i] is the position in `processors` of component i.
/// Each processor gets at least one component, and its components hang together; needs at least as many components as
/// processors. First the components are halved again and again, across the longer side of their middles; what then does
/// not hang together goes to neighbours; then single components move from a processor to a less loaded neighbour as
/// long as that lowers the larger of their loads (work / weight) and leaves the giver in one component.
std::vector<std::int32_t> grouped(const component_list& components, processor_list processors);

}  // namespace banyan::part
