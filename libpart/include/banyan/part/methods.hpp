// The partitioning methods by name: one table, one call.
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

/// How interleaved_* deals unequal shares, as 4, 2, 2, 1 units.
enum class distribution_order {
    shares_in_turn,  ///< 0000 11 22 3: the whole share of each processor, then the next processor's
    units_in_turn    ///< 0123 012 0 0: one unit each, while the share lasts (the 4(p-1) messages of Crandall's Table 2)
};

/// Settings that some methods read. make_partition() throws error for values that are not allowed.
struct partition_options {
    std::uint64_t seed = 1;          ///< of the random numbers; the same seed gives the same partition everywhere
    network net = {};                ///< for methods that weigh messages against bytes: columns_latency, best
    std::int64_t item_bytes = 8;     ///< size of one data item there, 1 .. 2^30
    double seconds_per_cell = 1e-8;  ///< for best: work on one cell by a processor of mean speed; finite, from 0
    /// phd: processors slower than the fastest of their group by at most this fraction count as equal; 0 .. below 1.
    double speed_tolerance = 0;
    /// maximum_dispersion: most cells in a row (row-major) of one processor; 1 or more.
    std::int64_t run_length = 100;
    /// scatter_block, interleaved_block: cells along a side of the dealt blocks. 0: the largest of 32, 16, .. 1 of
    /// which there are eight for each processor.
    std::int64_t block_side = 0;
    /// interleaved_*: a processor may have this much more than its share, relatively, in the pattern that is repeated
    /// when no short pattern is exact; 0 or more. A smaller tolerance gives longer patterns.
    double pattern_tolerance = 0.01;
    distribution_order order = distribution_order::shares_in_turn;  ///< interleaved_*
    work_density density = {};                                      ///< slices, bands, triangulated: where the work is
};

/// One row of the table of methods.
struct method_info {
    std::string_view name;
    std::string_view short_name;  ///< another accepted name, or empty
    std::string_view summary;     ///< what it does, one line
    std::string_view source;      ///< paper, chapter
    std::string_view guarantee;   ///< what is known about its answer
    std::string_view complexity;  ///< time, p processors
    std::string_view lookup;      ///< what a task must keep to find the owner of a cell, in the paper's terms
    layout kind;                  ///< layout of its answers
    bool in_all;                  ///< part of `--method all`; false for names that only choose another method
    int max_processors = speeds::max_processors;  ///< more processors are refused; `all` leaves the method out then
};

/// All methods, in the order of the documentation.
std::span<const method_info> methods();

/// The entry whose name or short name is `name`. Throws error naming all methods when there is none.
const method_info& find_method(std::string_view name);

/// Divides `domain` among the processors. Deterministic; the processors may come in any order: the same speeds in
/// another order give the same shapes, only with other processor indices. Every processor gets at least one cell where
/// the method can do so on this grid; otherwise the slowest are dropped (partition::dropped()). Throws error for an
/// unknown method, for a grid with fewer cells than processors, for more processors than the method's max_processors,
/// and where the method reads them for options out of range.
partition make_partition(std::string_view method, const grid& domain, const speeds& processors,
                         const partition_options& options = {});

}  // namespace banyan::part
