// The fewest cells that must move between partitions of which the processors lie in one line.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "banyan/part/cost.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/repartition.hpp"
#include "libpart/geometry/tree_capacity.hpp"
#include "libpart/geometry/whole_part.hpp"
#include "libpart/repartition/chain.hpp"
#include "libpart/repartition/least_moved_cuts.hpp"

namespace banyan::part {
namespace {

[[noreturn]] void refuse_partition() {
    throw error(
        fmt::format("least moved cells: takes only cell ranges, or rectangles in one row or one column, of at most "
                    "{} processors",
                    most_exact_parts));
}

/// The cuts that move least if each part is done by `time`.
chain_way least_within(double time) {
    return [time](const part_chain& chain) {
        std::vector<bounds> limits;
        for (std::size_t i = 0; i < chain.size(); ++i) {
            const double lines = time * (1 + time_slack) * chain.weights[i] / static_cast<double>(chain.other);
            limits.push_back({chain.least[i], whole_part(lines, chain.end - chain.begin)});
        }
        return least_moved_cuts(chain.begin, chain.end, chain.old, limits);
    };
}

bool is_chain(const cut_tree& tree) {
    return std::ranges::all_of(tree.parts, [](const cut_tree& part) { return part.direction == cut::none; });
}

std::optional<partition> least_moved(const partition& from, const speeds& now, double time) {
    if (from.kind() == layout::cells) refuse_partition();
    if (from.kind() == layout::ranges) {
        if (from.ranges().size() > most_exact_parts) refuse_partition();
        auto ranges = move_cuts(from, now.values(), nullptr, least_within(time));
        if (!ranges) return std::nullopt;
        return partition::from_ranges(from.domain(), from.processors(), std::move(*ranges));
    }
    const auto cuts = recover_cuts(from, now);
    if (!cuts || !is_chain(cuts->tree) || cuts->tree.parts.size() > most_exact_parts) refuse_partition();
    auto blocks = move_cuts(*cuts, from.domain(), nullptr, least_within(time));
    if (!blocks) return std::nullopt;
    return partition::from_rectangles(from.domain(), from.processors(), std::move(*blocks));
}

}  // namespace

std::optional<std::int64_t> least_moved_cells(const partition& from, const speeds& now, double most_ratio) {
    if (from.processors() != now.size())
        throw error(
            fmt::format("speeds: {} given for the {} processors of the partition", now.size(), from.processors()));
    if (!std::isfinite(most_ratio) || !(most_ratio > 0))
        throw error(fmt::format("largest ratio: {}, allowed: finite numbers above 0", most_ratio));
    const double time = most_ratio * static_cast<double>(from.domain().cells()) / now.total();
    const auto moved = least_moved(from, now, time);
    if (!moved || max_time_ratio(*moved, now) > most_ratio * (1 + 1e-9)) return std::nullopt;  // one processor: no cut
    return moved_cells(from, *moved);
}

}  // namespace banyan::part
