// Neighbour rippling, as in Dataparallel C (Nedeljkovic and Quinn 1993): rows flow only between neighbours. In each
// round the neighbours 0-1, 2-3, ... and then 1-2, 3-4, ... divide their rows in proportion to their speeds.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "banyan/part/error.hpp"
#include "libpart/repartition/chain.hpp"
#include "libpart/repartition/nearest_cuts.hpp"
#include "libpart/repartition/way.hpp"

namespace banyan::part {
namespace {

/// The line nearest to the position that divides the work of begin .. end in the ratio of the two weights.
std::int64_t fair_line(const part_chain& chain, std::int64_t begin, std::int64_t end, double first, double second) {
    const double part = first / (first + second);
    if (!chain.work_to) return begin + std::llround(static_cast<double>(end - begin) * part);
    const double before = chain.work_to(begin);
    const double target = before + (chain.work_to(end) - before) * part;
    std::int64_t low = begin;
    std::int64_t high = end;
    while (low < high) {  // the first line with at least the target
        const std::int64_t middle = low + (high - low) / 2;
        if (chain.work_to(middle) < target)
            low = middle + 1;
        else
            high = middle;
    }
    const bool lower_is_nearer = low > begin && target - chain.work_to(low - 1) <= chain.work_to(low) - target;
    return lower_is_nearer ? low - 1 : low;
}

std::vector<bounds> least_sizes(const part_chain& chain) {
    std::vector<bounds> limits;
    for (std::int64_t least : chain.least)
        limits.push_back({least});
    return limits;
}

std::optional<std::vector<std::int64_t>> rippled_cuts(const part_chain& chain, int rounds) {
    auto start = nearest_cuts(chain.begin, chain.end, chain.old, least_sizes(chain));
    if (!start) return std::nullopt;
    std::vector<std::int64_t> lines{chain.begin};
    lines.insert(lines.end(), start->begin(), start->end());
    lines.push_back(chain.end);
    const std::vector<std::int64_t> first = lines;
    const auto balance = [&](std::size_t i) {  // the cut between the parts i - 1 and i
        const std::int64_t fair = fair_line(chain, lines[i - 1], lines[i + 1], chain.weights[i - 1], chain.weights[i]);
        // A line moves at most to the next part: a cut stays between the start positions of the cuts beside it.
        const std::int64_t low = std::max(lines[i - 1] + chain.least[i - 1], first[i - 1]);
        const std::int64_t high = std::min(lines[i + 1] - chain.least[i], first[i + 1]);
        lines[i] = std::clamp(fair, low, high);
    };
    for (int round = 0; round < rounds; ++round) {
        const std::vector<std::int64_t> before = lines;
        for (std::size_t parity : {1U, 2U})
            for (std::size_t i = parity; i + 1 < lines.size(); i += 2)
                balance(i);
        if (lines == before) break;  // later rounds would not change it either
    }
    return std::vector(lines.begin() + 1, lines.end() - 1);
}

}  // namespace

std::vector<partition> ripple(const partition& old, const speeds& now, const repartition_options& options) {
    const auto work = work_map_of(old.domain(), options.density);
    const chain_way way = [rounds = options.rounds](const part_chain& chain) { return rippled_cuts(chain, rounds); };
    if (old.kind() == layout::ranges)
        return {partition::from_ranges(old.domain(), old.processors(),
                                       *move_cuts(old, now.values(), pointer_to(work), way))};
    const auto cuts = recover_cuts(old, now);
    if (!cuts)
        throw error(
            fmt::format("ripple: no straight cut divides a part of the partition; {}", advice_for_refused(options)));
    return {partition::from_rectangles(old.domain(), old.processors(),
                                       *move_cuts(*cuts, old.domain(), pointer_to(work), way))};
}

}  // namespace banyan::part
