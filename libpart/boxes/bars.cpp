// Slabs of bars of boxes: the cuts with the least area, for each order of the axes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "libpart/boxes/box_method.hpp"

namespace banyan::part {
namespace {

constexpr std::size_t most_in_all_slabs = 128;  // for up to so many processors, all divisions into slabs are compared

/// The processors begin .. end - 1 of the list.
struct part_of_list {
    std::size_t begin;
    std::size_t end;
};
struct slab {
    double area = 0;  ///< of the cuts inside
    std::vector<part_of_list> bars;
};

/// The real sides of the grid, in the order slabs, bars, boxes, and the sums of the weights of the first processors.
class bar_search {
  public:
    bar_search(const std::array<double, 3>& sides, processor_list processors) : sides_(sides), sums_{0} {
        for (const weighted_processor& p : processors)
            sums_.push_back(sums_.back() + p.weight);
    }

    [[nodiscard]] std::vector<slab> best() const {
        return count() <= most_in_all_slabs ? best_of_all() : best_of_equal();
    }

  private:
    [[nodiscard]] std::size_t count() const { return sums_.size() - 1; }
    [[nodiscard]] double weight(part_of_list p) const { return sums_[p.end] - sums_[p.begin]; }
    /// The area of a cut between two slabs.
    [[nodiscard]] double slab_cut() const { return sides_[1] * sides_[2]; }

    /// The bars of a slab with the least area of cuts between bars, and between the boxes of a bar.
    [[nodiscard]] slab slab_of(part_of_list p) const {
        const double thickness = sides_[0] * weight(p) / sums_.back();
        const double width_of_weight = sides_[1] / weight(p);
        const std::size_t size = p.end - p.begin;
        std::vector<double> least(size + 1, std::numeric_limits<double>::infinity());
        std::vector<std::size_t> from(size + 1);
        least[0] = -thickness * sides_[2];  // the first bar has no cut before it
        for (std::size_t end = 1; end <= size; ++end)
            for (std::size_t begin = 0; begin < end; ++begin) {
                const double width = (sums_[p.begin + end] - sums_[p.begin + begin]) * width_of_weight;
                const double area =
                    least[begin] + thickness * sides_[2] + static_cast<double>(end - begin - 1) * thickness * width;
                if (area < least[end]) {
                    least[end] = area;
                    from[end] = begin;
                }
            }
        slab found{least[size], {}};
        for (std::size_t end = size; end > 0; end = from[end])
            found.bars.push_back({p.begin + from[end], p.begin + end});
        std::ranges::reverse(found.bars);
        return found;
    }

    [[nodiscard]] std::vector<slab> best_of_all() const {
        std::vector<double> least(count() + 1, std::numeric_limits<double>::infinity());
        std::vector<std::size_t> from(count() + 1);
        least[0] = -slab_cut();
        for (std::size_t end = 1; end <= count(); ++end)
            for (std::size_t begin = 0; begin < end; ++begin) {
                const double area = least[begin] + slab_cut() + slab_of({begin, end}).area;
                if (area < least[end]) {
                    least[end] = area;
                    from[end] = begin;
                }
            }
        std::vector<slab> found;
        for (std::size_t end = count(); end > 0; end = from[end])
            found.push_back(slab_of({from[end], end}));
        std::ranges::reverse(found);
        return found;
    }

    /// The best of the divisions into 1, 2, ... slabs of about equal weight.
    [[nodiscard]] std::vector<slab> best_of_equal() const {
        const auto most = static_cast<std::size_t>(3 * std::cbrt(static_cast<double>(count()))) + 1;
        std::vector<slab> best;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t number = 1; number <= most; ++number) {
            std::vector<slab> slabs = equal_slabs(number);
            double area = slab_cut() * static_cast<double>(slabs.size() - 1);
            for (const slab& s : slabs)
                area += s.area;
            if (area >= least) continue;
            least = area;
            best = std::move(slabs);
        }
        return best;
    }
    [[nodiscard]] std::vector<slab> equal_slabs(std::size_t number) const {
        std::vector<slab> slabs;
        for (std::size_t begin = 0; begin < count();) {
            const double until = sums_.back() * static_cast<double>(slabs.size() + 1) / static_cast<double>(number);
            std::size_t end = begin + 1;
            while (end < count() && (sums_[end] + sums_[end + 1]) / 2 < until)
                ++end;
            slabs.push_back(slab_of({begin, end}));
            begin = end;
        }
        return slabs;
    }

    std::array<double, 3> sides_;
    std::vector<double> sums_;
};

using axis_order = std::array<std::size_t, 3>;

double weight_of_part(processor_list processors, part_of_list p) {
    double sum = 0;
    for (std::size_t i = p.begin; i < p.end; ++i)
        sum += processors[i].weight;
    return sum;
}

/// Cuts of whole cells for these slabs. Makes no boxes if they do not fit.
class whole_cuts {
  public:
    whole_cuts(const grid_3d& domain, const axis_order& order, processor_list processors)
        : sides_(domain.sides()), order_(order), processors_(processors) {}

    std::vector<box> boxes_of(const std::vector<slab>& slabs) {
        std::vector<part_of_list> parts;
        for (const slab& s : slabs)
            parts.push_back({s.bars.front().begin, s.bars.back().end});
        const auto thick = sides_for(0, parts, sides_[order_[1]] * sides_[order_[2]]);
        if (!thick) return {};
        triple at{};
        for (std::size_t i = 0; i < slabs.size(); ++i) {
            if (!add_bars(slabs[i], at, (*thick)[i])) return {};
            at[order_[0]] += (*thick)[i];
        }
        return std::move(boxes_);
    }

  private:
    [[nodiscard]] std::optional<std::vector<std::int64_t>> sides_for(std::size_t axis,
                                                                     std::span<const part_of_list> parts,
                                                                     std::int64_t layer) const {
        std::vector<double> weights;
        std::vector<std::int64_t> numbers;
        for (const part_of_list& p : parts) {
            weights.push_back(weight_of_part(processors_, p));
            numbers.push_back(static_cast<std::int64_t>(p.end - p.begin));
        }
        return divided_side(sides_[order_[axis]], weights, numbers, layer);
    }
    bool add_bars(const slab& s, triple at, std::int64_t thickness) {
        const auto wide = sides_for(1, s.bars, thickness * sides_[order_[2]]);
        if (!wide) return false;
        for (std::size_t i = 0; i < s.bars.size(); ++i) {
            if (!add_boxes(s.bars[i], at, {thickness, (*wide)[i]})) return false;
            at[order_[1]] += (*wide)[i];
        }
        return true;
    }
    bool add_boxes(part_of_list bar, triple at, const std::array<std::int64_t, 2>& section) {
        std::vector<part_of_list> single;
        for (std::size_t i = bar.begin; i < bar.end; ++i)
            single.push_back({i, i + 1});
        const auto lengths = sides_for(2, single, section[0] * section[1]);
        if (!lengths) return false;
        for (std::size_t i = 0; i < single.size(); ++i) {
            box made{processors_[single[i].begin].processor, at, {}};
            made.sides[order_[0]] = section[0];
            made.sides[order_[1]] = section[1];
            made.sides[order_[2]] = (*lengths)[i];
            boxes_.push_back(made);
            at[order_[2]] += (*lengths)[i];
        }
        return true;
    }

    triple sides_;
    axis_order order_;
    processor_list processors_;
    std::vector<box> boxes_;
};

std::int64_t half_surfaces(const std::vector<box>& boxes) {
    std::int64_t sum = 0;
    for (const box& b : boxes)
        sum += b.half_surface();
    return sum;
}

}  // namespace

boxes_or_reason bars_of(const grid_3d& domain, processor_list processors) {
    boxes_or_reason best;
    axis_order order{0, 1, 2};
    do {
        std::array<double, 3> sides{};
        for (std::size_t i = 0; i < 3; ++i)
            sides[i] = static_cast<double>(domain.sides()[order[i]]);
        auto boxes = whole_cuts(domain, order, processors).boxes_of(bar_search(sides, processors).best());
        if (boxes.empty()) continue;
        if (best.boxes.empty() || half_surfaces(boxes) < half_surfaces(best.boxes)) best.boxes = std::move(boxes);
    } while (std::ranges::next_permutation(order).found);
    if (best.boxes.empty())
        best.why_not = fmt::format("bars: the grid {} x {} x {} is too small for {} processors; use bisection or best",
                                   domain.side(0), domain.side(1), domain.side(2), processors.size());
    return best;
}

}  // namespace banyan::part
