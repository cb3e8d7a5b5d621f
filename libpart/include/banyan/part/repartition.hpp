// Repartitioning: a new partition for changed speeds that moves few cells from the old one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "banyan/part/partition.hpp"
#include "banyan/part/speeds.hpp"
#include "banyan/part/work_density.hpp"

namespace banyan::part {

/// Settings that some ways read; the others ignore them. repartition() throws error for values out of range.
struct repartition_options {
    /// incremental: the time to move all cells, divided by the time of all iterations that are left at perfect balance
    /// (moving_weight() calculates it). The way minimises max_time_ratio + moving_weight x (share of the cells that
    /// move); with a density, max_time_ratio is that of the work. 0: moving costs nothing, and the balance is the best
    /// that the cuts allow (see `density` for cells of different work). A larger value moves fewer cells. If moving
    /// costs more than the best balance gains, nothing moves. Finite, at least 0.
    double moving_weight = 0.002;
    /// incremental, only for cell ranges and for rectangles made by straight cuts: all balances up to (1 +
    /// balance_tolerance) x the best balance that the cuts allow count as equally good. Of the partitions with such a
    /// balance, the way makes the one that moves the fewest cells, if moving_weight is above 0. Finite, at least 0.
    double balance_tolerance = 0;
    /// ripple: how often each pair of neighbours balances, at least 1. More rounds spread a load further.
    int rounds = 1;
    /// Work of each cell. The speeds are then in work per second, and every way divides the work. incremental then
    /// takes only cell ranges and rectangles that come from straight cuts. With moving_weight 0, its balance of the
    /// work is the best that the cuts allow for cell ranges and for rectangles in one row or one column, if no cell,
    /// row or column has more work than the slowest processor can do in the time of this balance. For other rectangles,
    /// each set of parallel cuts has the best balance of the work between its parts, which is not always the best for
    /// the whole grid.
    work_density density = {};
};

/// The moving_weight for the time to move all cells, the time of one balanced iteration, and the number of iterations
/// that are left. The times are positive and finite, the number is at least 0. For 0 iterations the result is the
/// largest weight, with which nothing moves. Throws error for other values.
double moving_weight(double move_all_s, double iteration_s, std::int64_t iterations_left);

/// One row of the table of ways to repartition.
struct repartition_way {
    std::string_view name;
    std::string_view summary;     ///< what it does, in one line
    std::string_view source;      ///< where it comes from
    std::string_view guarantee;   ///< what is known about its partitions
    std::string_view complexity;  ///< time; p processors
    /// False: rectangles that come from straight cuts, and cell ranges only. With a density, no way takes others.
    bool any_partition;
};

/// All ways, in the order of the documentation.
std::span<const repartition_way> repartition_ways();
/// The entry with this name. Throws error, listing all names, if there is none.
const repartition_way& find_repartition_way(std::string_view name);

/// A partition of the same grid and of the same layout for the speeds `now`, which keeps the arrangement of `old`:
/// which processors are neighbours, and along which cuts. The result depends on the arguments only. A processor that
/// has no cells in `old` gets none. Throws error for an unknown way, another number of processors, a partition that the
/// way cannot change (with this density), an owner list of more than max_listed_cells cells, a density that does not
/// have the size of the grid, and options out of range.
partition repartition(std::string_view way, const partition& old, const speeds& now,
                      const repartition_options& options = {});

/// The partitions between `old` and the result of repartition(), which is the last one. `interleaved` has a stage for
/// each level of its halvings, in which cells move across one cut of each part of the grid, as in the nCUBE procedure.
/// A program that moves its cells stage by stage moves some of them several times. The other ways have one stage.
/// Throws error as repartition().
std::vector<partition> repartition_stages(std::string_view way, const partition& old, const speeds& now,
                                          const repartition_options& options = {});

/// The number of cells with different owners. Rectangles: O(p); cell ranges: O(p log p); else O(cells). Throws error if
/// the grids or the numbers of processors differ.
std::int64_t moved_cells(const partition& from, const partition& to);
/// The fewest cells that change their owner between `from` and any partition whose processors have the same order and
/// whose max_time_ratio() is at most `most_ratio`. Nothing if there is no such partition. For at most 64 processors
/// with cell ranges, or with rectangles in one column or one row. If a processor keeps only its last cell, row or
/// column, the number is an upper bound: one such partition moves this number of cells, and another one may move fewer.
/// Otherwise the number is exact (docs/derivations.md has the proof). Throws error for another partition, another
/// number of processors, and a ratio that is not positive and finite.
std::optional<std::int64_t> least_moved_cells(const partition& from, const speeds& now, double most_ratio);
/// The share of the cells that must move so that every processor has exactly its share: the sum of the differences of
/// the shares, divided by 2. Throws error for another number of processors.
double least_moved_share(const partition& from, const speeds& now);

}  // namespace banyan::part
