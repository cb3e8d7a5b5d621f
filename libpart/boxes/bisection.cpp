// Recursive bisection into boxes.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "libpart/boxes/box_method.hpp"
#include "libpart/geometry/apportion.hpp"

namespace banyan::part {

std::optional<std::vector<std::int64_t>> divided_side(std::int64_t side, std::span<const double> weights,
                                                      std::span<const std::int64_t> processors, std::int64_t layer) {
    std::vector<bounds> limits;
    std::int64_t needed = 0;
    for (const std::int64_t count : processors) {
        limits.push_back({.least = (count + layer - 1) / layer});
        needed += limits.back().least;
    }
    if (needed > side) return std::nullopt;
    return apportion(side, weights, limits);
}

namespace {

double weight_of(processor_list processors) {
    return std::accumulate(processors.begin(), processors.end(), 0.0,
                           [](double sum, const weighted_processor& p) { return sum + p.weight; });
}

/// Cuts a box between the first processors and the others.
class bisection {
  public:
    void divide(const box& area, processor_list processors) {
        if (processors.size() == 1) {
            boxes_.push_back({processors.front().processor, area.first, area.sides});
            return;
        }
        const auto axis = static_cast<std::size_t>(std::ranges::max_element(area.sides) - area.sides.begin());
        const auto [count, thickness] = best_cut(area.sides[axis], area.cells() / area.sides[axis], processors);
        box front = area, back = area;
        front.sides[axis] = thickness;
        back.sides[axis] -= thickness;
        back.first[axis] += thickness;
        divide(front, processors.first(count));
        divide(back, processors.subspan(count));
    }
    std::vector<box> take() { return std::move(boxes_); }

  private:
    struct cut {
        std::size_t count;
        std::int64_t thickness;
    };

    /// The cut whose halves are most nearly equal in speed among those that leave enough cells for both halves. At
    /// least one does: one layer of the side for as many processors as it has cells, or for one processor.
    static cut best_cut(std::int64_t side, std::int64_t layer, processor_list processors) {
        const double total = weight_of(processors);
        cut best{};
        double least = std::numeric_limits<double>::infinity(), front = 0;
        for (std::size_t count = 1; count < processors.size(); ++count) {
            front += processors[count - 1].weight;
            const double unequal = std::abs(front - total / 2);
            if (unequal >= least) continue;
            const std::array weights{front, std::max(total - front, processors.back().weight)};
            const std::array numbers{static_cast<std::int64_t>(count),
                                     static_cast<std::int64_t>(processors.size() - count)};
            const auto sides = divided_side(side, weights, numbers, layer);
            if (!sides) continue;
            best = {count, sides->front()};
            least = unequal;
        }
        return best;
    }

    std::vector<box> boxes_;
};

}  // namespace

std::vector<box> bisected_boxes(const grid_3d& domain, processor_list processors) {
    bisection work;
    work.divide({0, {}, domain.sides()}, processors);
    return work.take();
}

}  // namespace banyan::part
