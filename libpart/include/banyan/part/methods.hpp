// The partitioning methods, chosen by name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "banyan/part/cost.hpp"
#include "banyan/part/grid.hpp"
#include "banyan/part/partition.hpp"
#include "banyan/part/speeds.hpp"
#include "banyan/part/work_density.hpp"

namespace banyan::part {

/// In which order interleaved_* assigns the units of one pattern. The example has shares of 4, 2, 2 and 1 units.
enum class distribution_order {
    shares_in_turn,  ///< 0000 11 22 3: the whole share of one processor, then that of the next
    units_in_turn    ///< 0123 012 0 0: one unit each, until all have their shares (4(p-1) messages, Crandall's Table 2)
};

/// Settings that some methods read; the others ignore them. make_partition() throws error for values out of range.
struct partition_options {
    std::uint64_t seed = 1;          ///< of the random numbers; a seed gives the same partition on every host
    network net = {};                ///< columns_latency, best: what messages and bytes cost
    std::int64_t item_bytes = 8;     ///< columns_latency, best: bytes of one item, 1 .. 2^30
    double seconds_per_cell = 1e-8;  ///< best: time per cell of a processor of mean speed; finite, >= 0
    /// phd: processors that are slower than the fastest of their group by at most this fraction count as equal; at
    /// least 0, below 1. A larger value makes fewer and larger groups: set it if measured speeds of equal hosts differ
    /// slightly.
    double speed_tolerance = 0;
    /// maximum_dispersion: the length of the longest cell range of one processor, at least 1. A smaller value spreads
    /// the cells of a processor further, but balances unequal speeds less well.
    std::int64_t range_length = 100;
    /// scatter_block, interleaved_block: cells along a side of the blocks. 0: the largest of 32, 16, .. 1 that gives at
    /// least eight blocks per processor. Larger blocks send fewer items, smaller ones spread the work more evenly.
    std::int64_t block_side = 0;
    /// interleaved_*: if no short pattern gives every processor exactly its share, a processor may have this fraction
    /// more than its share; at least 0. A smaller value gives a longer pattern and a better balance.
    double pattern_tolerance = 0.01;
    distribution_order order = distribution_order::shares_in_turn;  ///< interleaved_*
    work_density density = {};                                      ///< slices, bands, triangulated: work of each cell
};

/// One row of the table of methods.
struct method_info {
    std::string_view name;
    std::string_view short_name;  ///< another accepted name, or empty
    std::string_view summary;     ///< what it does, in one line
    std::string_view source;      ///< paper, chapter
    std::string_view guarantee;   ///< what is known about its partitions
    std::string_view complexity;  ///< time, p processors
    std::string_view lookup;      ///< what a task keeps to find the owner of a cell, as the paper counts it
    layout kind;                  ///< layout of its partitions
    bool in_all;                  ///< included in `--method all`; false if it only chooses another method
    int max_processors = speeds::max_processors;  ///< more are an error, and `--method all` skips the method
    bool divides_work = false;  ///< whether it divides the work of partition_options::density; the others divide cells
};

/// All methods, in the order of the documentation.
std::span<const method_info> methods();

/// The entry whose name or short name is `name`. Throws error, listing all names, if there is none.
const method_info& find_method(std::string_view name);

/// Divides `domain` among the processors. The result depends on the arguments only. The order of the speeds does not
/// matter: the same speeds in another order give the same shapes with other processor numbers. Every processor gets at
/// least one cell if the method can do so on this grid; otherwise the slowest get none (partition::dropped()). Throws
/// error for an unknown method, a grid with fewer cells than processors, more processors than the max_processors of the
/// method, and options out of range that the method reads.
partition make_partition(std::string_view method, const grid& domain, const speeds& processors,
                         const partition_options& options = {});

}  // namespace banyan::part
