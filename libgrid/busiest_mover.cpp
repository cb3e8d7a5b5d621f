#include "libgrid/busiest_mover.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "libgrid/region_algebra.hpp"
#include "libpart/model/tile_index.hpp"

namespace banyan::grid {
namespace {

/// Cells from the first processor to the second.
using cell_flows = std::map<std::pair<int, int>, std::int64_t>;

cell_flows flows_of_blocks(const part::partition& from, const part::partition& to) {
    cell_flows flows;
    const part::tile_index index(to.blocks());
    for (const part::block& own : from.blocks())
        index.each_meeting(own.row, own.col, own.rows, own.cols, [&](std::size_t i) {
            const part::block& other = to.blocks()[i];
            if (own.processor == other.processor) return;
            flows[{own.processor, other.processor}] += intersection(region_of(own), region_of(other)).cells();
        });
    return flows;
}

cell_flows flows_of_owners(const part::partition& from, const part::partition& to) {
    cell_flows flows;
    const auto before = from.owners();
    const auto after = to.owners();
    for (std::size_t i = 0; i < before.size(); ++i)
        if (before[i] != after[i]) ++flows[{before[i], after[i]}];
    return flows;
}

}  // namespace

busiest_mover busiest_in_move(const part::partition& from, const part::partition& to) {
    const bool blocks = from.kind() != part::layout::cells && to.kind() != part::layout::cells;
    const auto p = static_cast<std::size_t>(from.processors());
    std::vector<std::int64_t> out(p), in(p), messages(p);
    for (const auto& [pair, cells] : blocks ? flows_of_blocks(from, to) : flows_of_owners(from, to)) {
        const auto source = static_cast<std::size_t>(pair.first);
        const auto target = static_cast<std::size_t>(pair.second);
        out[source] += cells;
        in[target] += cells;
        ++messages[source];
        ++messages[target];
    }
    busiest_mover most;
    for (std::size_t i = 0; i < p; ++i) {
        most.items = std::max({most.items, out[i], in[i]});
        most.messages = std::max(most.messages, messages[i]);
    }
    return most;
}

}  // namespace banyan::grid
