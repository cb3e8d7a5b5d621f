// The connected components of a labelled grid, and their assignment to processors.
#pragma once

#include <cstdint>
#include <vector>

#include "banyan/part/grid.hpp"
#include "libpart/geometry/processor_list.hpp"
#include "libpart/geometry/triangle_raster.hpp"
#include "libpart/model/work_map.hpp"

namespace banyan::part {

/// Components: cells of one label that are connected by their sides. A label can have several components.
struct component_list {
    std::vector<std::int32_t> of_cell;  ///< component of each cell, row-major
    std::vector<double> work;           ///< of each component
    std::vector<plane_point> centre;    ///< mean of its cells
    std::vector<std::vector<std::int32_t>>
        neighbours;  ///< components with a side in common, ascending; the edges do not wrap
};

/// The components of the grid in which cell i (row-major) has the label labels[i]. O(cells log cells) at worst, about
/// O(cells) for components of many cells.
component_list connected_components(const grid& domain, const std::vector<std::int32_t>& labels, const work_map& map);

/// Assigns the components to processors with work in proportion to the weights: group[i] is the index in `processors`
/// of the owner of component i. Each processor gets at least one component, and its components are connected. Needs at
/// least as many components as processors.
///
/// First the components are bisected recursively, across the longer side of their centres. Then parts that are not
/// connected to the rest of their owner's components go to neighbours. Then single components move from a processor to
/// a less loaded neighbour, as long as that lowers the larger of the two loads (work / weight) and leaves the
/// components of the first processor connected.
std::vector<std::int32_t> grouped(const component_list& components, processor_list processors);

}  // namespace banyan::part
