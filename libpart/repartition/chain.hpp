// A row of parts between parallel cuts, which the ways to repartition change one after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "banyan/part/partition.hpp"
#include "banyan/part/work_density.hpp"
#include "libpart/geometry/cut_tree.hpp"
#include "libpart/model/work_map.hpp"
#include "libpart/repartition/recovered_cuts.hpp"

namespace banyan::part {

/// Parts one after the other in begin .. end. Part i lies between cut i - 1 and cut i.
struct part_chain {
    std::int64_t begin;
    std::int64_t end;
    std::int64_t other;             ///< cells across each line, for example the columns of a chain of rows
    std::vector<std::int64_t> old;  ///< the old cuts, ascending; one fewer than parts. May lie outside begin .. end.
    std::vector<double> weights;
    std::vector<std::int64_t> least;  ///< the fewest lines of each part
    /// Work of the lines begin .. line - 1. Not set: each line counts 1.
    std::function<double(std::int64_t line)> work_to;
    std::span<const cut_tree> parts;  ///< of a tree; empty for cell ranges
    cut direction = cut::none;        ///< none: cell ranges
    std::size_t level = 0;            ///< levels of halved chains above this one (interleaved)

    [[nodiscard]] std::size_t size() const { return weights.size(); }
};

/// The new cuts of a chain, all within begin .. end, each part with at least its fewest lines. Nothing if the way finds
/// none.
using chain_way = std::function<std::optional<std::vector<std::int64_t>>(const part_chain&)>;

/// Applies the way to each chain of the tree, from the root down. The result has one block per leaf. Nothing if the way
/// finds no cuts for some chain. `work` is that of the cells; null: all cells are equal.
std::optional<std::vector<block>> move_cuts(const recovered_cuts& old, const grid& domain, const work_map* work,
                                            const chain_way& way);
/// Applies the way to the chain of cell ranges.
std::optional<std::vector<cell_range>> move_cuts(const partition& old, std::span<const double> weights,
                                                 const work_map* work, const chain_way& way);

/// The work of the cells; nothing if the density is uniform. Throws error as work_map.
std::optional<work_map> work_map_of(const grid& domain, const work_density& density);
/// Null for no map.
inline const work_map* pointer_to(const std::optional<work_map>& work) {
    return work ? &*work : nullptr;
}

/// The number of halvings of a chain of that many parts until each has one part.
std::size_t halvings(std::size_t parts);

}  // namespace banyan::part
