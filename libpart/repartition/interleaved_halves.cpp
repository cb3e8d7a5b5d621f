// The procedure of the nCUBE 2 Programmer's Guide ("Dynamic Repartitioning"): all processors know the work; they find
// the line that halves it (in proportion to the speeds), the top half of the processors moves its excess to the bottom
// half, and each half repeats this. Moving and computing can alternate, one stage at a time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "banyan/part/error.hpp"
#include "libpart/model/work_map.hpp"
#include "libpart/repartition/chain.hpp"
#include "libpart/repartition/nearest_cuts.hpp"
#include "libpart/repartition/way.hpp"

namespace banyan::part {
namespace {

class chain_halving {
  public:
    /// Carries out the halvings down to `levels` levels from the root of the tree.
    chain_halving(const part_chain& chain, std::size_t levels) : chain_(chain), levels_(levels), cuts_(chain.old) {}

    std::vector<std::int64_t> run() {
        halve(0, chain_.size(), chain_.begin, chain_.end, chain_.level);
        return std::move(cuts_);
    }

  private:
    /// The parts first .. last - 1 share begin .. end.
    void halve(std::size_t first, std::size_t last, std::int64_t begin, std::int64_t end, std::size_t level) {
        if (last - first < 2) return;
        if (level >= levels_) return keep_order(first, last, begin, end);
        const std::size_t middle = first + (last - first) / 2;
        const std::int64_t line = line_between(first, middle, last, begin, end);
        cuts_[middle - 1] = line;
        halve(first, middle, begin, line, level + 1);
        halve(middle, last, line, end, level + 1);
    }

    [[nodiscard]] std::int64_t line_between(std::size_t first, std::size_t middle, std::size_t last, std::int64_t begin,
                                            std::int64_t end) const {
        const std::vector<double> halves{sum(chain_.weights, first, middle), sum(chain_.weights, middle, last)};
        const auto work_to = [&](std::int64_t k) {
            return chain_.work_to ? chain_.work_to(begin + k) - chain_.work_to(begin) : static_cast<double>(k);
        };
        const std::int64_t fair = begin + cuts_of_equal_work(end - begin, halves, work_to)[1];
        return std::clamp(fair, begin + sum(chain_.least, first, middle), end - sum(chain_.least, middle, last));
    }

    /// The old cuts of parts that are not halved any more, moved only as far as the parts need lines.
    void keep_order(std::size_t first, std::size_t last, std::int64_t begin, std::int64_t end) {
        std::vector<bounds> limits;
        for (std::size_t i = first; i < last; ++i)
            limits.push_back({chain_.least[i]});
        const auto wanted = std::span(chain_.old).subspan(first, last - first - 1);
        const auto kept = nearest_cuts(begin, end, wanted, limits);
        std::ranges::copy(*kept, cuts_.begin() + static_cast<std::ptrdiff_t>(first));
    }

    template <class T>
    static T sum(const std::vector<T>& values, std::size_t first, std::size_t last) {
        return std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(first),
                               values.begin() + static_cast<std::ptrdiff_t>(last), T{});
    }

    const part_chain& chain_;
    std::size_t levels_;
    std::vector<std::int64_t> cuts_;
};

std::size_t levels_of(const cut_tree& node) {
    std::size_t below = 0;
    for (const cut_tree& part : node.parts)
        below = std::max(below, levels_of(part));
    return halvings(node.parts.size()) + below;
}

}  // namespace

std::vector<partition> interleaved_halves(const partition& old, const speeds& now, const repartition_options& options) {
    const bool ranges = old.kind() == layout::ranges;
    const auto cuts = ranges ? std::nullopt : recover_cuts(old, now);
    if (!ranges && !cuts)
        throw error(fmt::format("interleaved: no straight cut divides a part of the partition; {}",
                                advice_for_refused(options)));
    const std::size_t levels = ranges ? halvings(old.ranges().size()) : levels_of(cuts->tree);
    const auto work = work_map_of(old.domain(), options.density);
    std::vector<partition> stages;
    for (std::size_t level = 1; level <= std::max<std::size_t>(levels, 1); ++level) {
        const chain_way way = [level](const part_chain& chain) { return chain_halving(chain, level).run(); };
        stages.push_back(ranges ? partition::from_ranges(old.domain(), old.processors(),
                                                         *move_cuts(old, now.values(), pointer_to(work), way))
                                : partition::from_rectangles(old.domain(), old.processors(),
                                                             *move_cuts(*cuts, old.domain(), pointer_to(work), way)));
    }
    return stages;
}

}  // namespace banyan::part
