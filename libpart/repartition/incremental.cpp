// Keeps the arrangement of the old partition and moves its cuts. For several largest times t, from the best balance
// that the cuts allow to the old one, each cut moves as little as a time of t allows; the best of these partitions by
// balance and moved cells is chosen. With a density, the times are those of the work.
#include <algorithm>
#include <optional>
#include <utility>

#include "banyan/part/error.hpp"
#include "libpart/geometry/apportion.hpp"
#include "libpart/geometry/rounding.hpp"
#include "libpart/geometry/tree_capacity.hpp"
#include "libpart/geometry/whole_part.hpp"
#include "libpart/repartition/chain.hpp"
#include "libpart/repartition/cuts_within_work.hpp"
#include "libpart/repartition/least_moved_cuts.hpp"
#include "libpart/repartition/moved_owners.hpp"
#include "libpart/repartition/moved_segments.hpp"
#include "libpart/repartition/moving_choice.hpp"
#include "libpart/repartition/nearest_cuts.hpp"
#include "libpart/repartition/way.hpp"

namespace banyan::part {
namespace {

/// If a part has cuts of its own, these cuts may also change the owner of cells that stay in the part. Such a chain
/// gets the cuts that are nearest to the old ones, a chain of single processors those that move the fewest lines.
std::optional<std::vector<std::int64_t>> near_cuts(const part_chain& chain, std::span<const std::int64_t> most) {
    std::vector<bounds> limits;
    for (std::size_t i = 0; i < chain.size(); ++i)
        limits.push_back({chain.least[i], most[i]});
    const bool cut_again =
        std::ranges::any_of(chain.parts, [](const cut_tree& part) { return part.direction != cut::none; });
    return cut_again ? nearest_cuts(chain.begin, chain.end, chain.old, limits)
                     : least_moved_cuts(chain.begin, chain.end, chain.old, limits);
}

/// The cuts near the old ones at which every leaf below can be done by `time`. The cuts of trees of many levels are
/// limited by the area only, so leaves may take slightly longer.
chain_way cuts_within(double time, double leaves) {
    const bool by_area = leaves > max_effort;
    constexpr double most_over = 4;
    return [by_area, limit = tree_capacity(time, most_over * leaves)](const part_chain& chain) mutable {
        std::vector<std::int64_t> most;
        for (const cut_tree& part : chain.parts)
            most.push_back(by_area ? std::max(limit.most_by_area(part, chain.other) + 1,
                                              chain.direction == cut::vertical ? part.min_cols : part.min_rows)
                                   : limit.reach(part, chain.direction, chain.other));
        return near_cuts(chain, most);
    };
}

partition moved_tree(const recovered_cuts& cuts, const partition& old, double tolerance, moving_choice& choice) {
    const grid& domain = old.domain();
    partition balanced = realize(cuts.tree, domain, old.processors());
    const double least = choice.longest_time(balanced);
    const double before = choice.longest_time(old);
    const double leaves = visited_leaves(cuts.tree);
    choice.tolerate(least, tolerance);
    choice.consider(std::move(balanced));
    for (double time : moving_choice::times_between(least, before, tolerance))
        if (auto blocks = move_cuts(cuts, domain, nullptr, cuts_within(time, leaves)))
            choice.consider(partition::from_rectangles(domain, old.processors(), std::move(*blocks)));
    return choice.best();
}

partition moved_ranges(const partition& old, const speeds& now, double tolerance, moving_choice& choice) {
    std::vector<double> weights;
    for (const cell_range& range : old.ranges())
        weights.push_back(now[range.processor]);
    const auto sizes = apportion(old.domain().cells(), weights, std::vector<bounds>(weights.size(), bounds{1}));
    double least = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        least = std::max(least, static_cast<double>(sizes[i]) / weights[i]);
    choice.tolerate(least, tolerance);
    for (double time : moving_choice::times_between(least, choice.longest_time(old), tolerance)) {
        auto ranges = move_cuts(old, now.values(), nullptr, [&](const part_chain& chain) {
            std::vector<std::int64_t> most;
            for (double weight : chain.weights)
                most.push_back(whole_part(time * (1 + time_slack) * weight, chain.end));
            return near_cuts(chain, most);
        });
        if (ranges) choice.consider(partition::from_ranges(old.domain(), old.processors(), std::move(*ranges)));
    }
    return choice.best();
}

/// The work of each part of each chain is within the time, or within the least time that whole lines allow the chain.
partition cut_within_work(double time, const std::optional<recovered_cuts>& cuts, const partition& old,
                          const speeds& now, const work_map& work) {
    const chain_way way = [time](const part_chain& chain) { return cuts_within_work(chain, time); };
    if (old.kind() == layout::ranges)
        return partition::from_ranges(old.domain(), old.processors(), *move_cuts(old, now.values(), &work, way));
    return partition::from_rectangles(old.domain(), old.processors(), *move_cuts(*cuts, old.domain(), &work, way));
}

partition moved_by_work(const partition& old, const speeds& now, const repartition_options& options) {
    const work_map work(old.domain(), options.density);
    const auto cuts = old.kind() == layout::rectangles ? recover_cuts(old, now) : std::nullopt;
    if (old.kind() != layout::ranges && !cuts)
        throw error(
            "incremental: no straight cut divides a part of the partition, or it is an owner list; allowed with a "
            "density: rectangles that come from straight cuts, cell ranges; make a new partition");
    moving_choice choice(old, {now.values().begin(), now.values().end()}, options.moving_weight, &work);
    partition balanced = cut_within_work(0, cuts, old, now, work);
    const double least = choice.longest_time(balanced);
    choice.tolerate(least, options.balance_tolerance);
    choice.consider(std::move(balanced));
    for (double time : moving_choice::times_between(least, choice.longest_time(old), options.balance_tolerance))
        choice.consider(cut_within_work(time, cuts, old, now, work));
    return choice.best();
}

}  // namespace

std::vector<partition> incremental(const partition& old, const speeds& now, const repartition_options& options) {
    if (options.density.kind() != work_density::form::uniform) return {moved_by_work(old, now, options)};
    moving_choice choice(old, {now.values().begin(), now.values().end()}, options.moving_weight);
    if (old.kind() == layout::ranges) return {moved_ranges(old, now, options.balance_tolerance, choice)};
    if (old.kind() == layout::cells) return {moved_owners(old, now, options.moving_weight)};
    const auto cuts = recover_cuts(old, now);
    if (cuts) return {moved_tree(*cuts, old, options.balance_tolerance, choice)};
    for (partition& candidate : moved_segments(old, now))
        choice.consider(std::move(candidate));
    return {choice.best()};
}

}  // namespace banyan::part
