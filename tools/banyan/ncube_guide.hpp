// The examples of the nCUBE 2 Programmer's Guide, chapter 1 ("Data", "Trees"), computed by the libraries: partitions,
// repartitioning, trees and the Banyan net. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "banyan/part/papers/crandall_figures.hpp"

namespace banyan::tools {

/// Figure 1-32: the boundaries inside a square of side 1, in the unit of the figure.
struct regular_boundary {
    std::string method;
    double published;
    double length;
};
/// Rows, columns and blocks of nine equal nodes. Nine is the only number of square blocks whose boundary is half as
/// long as that of strips: 2 (sqrt p - 1) against p - 1.
std::vector<regular_boundary> regular_boundaries();

/// Figure 1-34: a vector of 12,000 components on four nodes, at most 100 contiguous ones on one node.
struct dispersed_vector {
    std::int64_t components = 0;
    std::vector<std::int64_t> of_nodes;
    std::int64_t ranges = 0, longest_range = 0;
    /// Of all clusters of a length, the most components of one node: dispersed, and in four contiguous parts.
    struct cluster {
        std::int64_t length, dispersed, contiguous;
    };
    std::vector<cluster> clusters;
};
dispersed_vector maximum_dispersion_example();

/// Figures 1-32 and 1-35 to 1-38: a room with a jet engine in its middle left, on eight nodes.
struct room_partition {
    std::string method;
    double work_ratio;        ///< the work of the busiest node by the mean
    std::int64_t cut_length;  ///< all boundaries, in sides of cells
    int most_neighbours;      ///< of a node, along edges
    int most_left_right;      ///< neighbours of a node on its left, or on its right
};
std::vector<room_partition> room_partitions();

/// Figure 1-39: a storm moves through a room of 1024 heights on eight nodes; ten times, the work is divided again.
struct storm_way {
    std::string name;  ///< a way of banyan/part/repartition.hpp, "slices" (new ones), or "unchanged"
    double mean_work_ratio = 0, most_work_ratio = 0;
    double moved_share = 0;                       ///< cells that move, of all cells, in one repartitioning on average
    std::vector<std::vector<std::int64_t>> cuts;  ///< of each time, the first one before the storm moves
};
inline constexpr int storm_heights = 1024, storm_nodes = 8, storm_steps = 10;
std::vector<storm_way> storm_ways();
/// The work of each height when the storm has moved `step` times.
std::vector<double> storm_work(int step);
/// The number of halvings of the procedure: log2 of the nodes.
int storm_stages();
/// The cuts of the procedure against the step.
part::figure storm_figure(const std::vector<storm_way>& ways);

/// The table of trees, with 16 nodes as in Figure 1-42.
struct guide_tree {
    std::string name;
    std::string published_fanout, published_parent;
    std::string published_neighbours;  ///< "yes", "no", or "-" if it is not in our copy
    int fanout = 0, depth = 0;         ///< computed
    int cube_edges = 0;                ///< edges between neighbours of the hypercube, of nodes - 1
    int same_parents = 0;  ///< nodes but the root whose parent is that of the published formula; -1: no formula
};
inline constexpr int guide_tree_nodes = 16;
std::vector<guide_tree> guide_trees();

/// Figures 1-40 and 1-41: globalsum on eight nodes.
struct globalsum_example {
    int nodes = 8;
    int rounds = 0;               ///< published: 3
    int complete = 0;             ///< nodes that have combined all values; published: 8
    bool cube_neighbours = true;  ///< every exchange is between neighbours
    int children_of_0 = 0;        ///< of the tree in Figure 1-41; published: 3
    int children_of_2 = 0;        ///< published: 1
};
globalsum_example globalsum();

}  // namespace banyan::tools
