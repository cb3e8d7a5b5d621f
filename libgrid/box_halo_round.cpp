#include "banyan/grid/box_halo_round.hpp"

#include <algorithm>
#include <string>

#include "banyan/part/error.hpp"

namespace banyan::grid {
namespace {

/// The cells first .. end - 1 along an axis.
struct extent {
    std::int64_t first;
    std::int64_t end;
};

/// What is beside the own box along an axis.
struct axis_sides {
    std::int64_t first, end;  // own cells
    std::int64_t size;        // of the grid
    bool periodic;

    [[nodiscard]] bool is_whole() const { return first == 0 && end == size; }
    /// Whether halo cells of the side come from other processors. An axis that the box spans has own copies or edges.
    [[nodiscard]] bool received(bool before) const {
        return !is_whole() && (periodic || (before ? first > 0 : end < size));
    }
    /// The own cells and those up to `more` cells further, within the grid on an open axis.
    [[nodiscard]] extent with(std::int64_t more) const {
        if (periodic) return {first - more, end + more};
        return {std::max<std::int64_t>(0, first - more), std::min(size, end + more)};
    }
    /// The same without the cells that values from other processors have reached after `steps` steps.
    [[nodiscard]] extent untouched(std::int64_t more, std::int64_t steps) const {
        const extent all = with(more);
        return {received(true) ? first + steps : all.first, received(false) ? end - steps : all.end};
    }
};

axis_sides sides_along(const box_halo_layout& layout, std::size_t axis) {
    const auto& domain = layout.parts().domain();
    const box_region& own = layout.owned();
    const int number = static_cast<int>(axis);
    return {own.first[axis], own.first[axis] + own.sides[axis], domain.side(number), domain.periodic(number)};
}

bool is_empty(const box_region& r) {
    return std::ranges::any_of(r.sides, [](std::int64_t side) { return side <= 0; });
}

/// The cells of `whole` that are not in `part`, which lies within it.
std::vector<box_region> without(box_region whole, const box_region& part) {
    std::vector<box_region> slabs;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t before = part.first[axis] - whole.first[axis];
        const std::int64_t after = whole.first[axis] + whole.sides[axis] - part.first[axis] - part.sides[axis];
        box_region slab = whole;
        slab.sides[axis] = before;
        if (before > 0) slabs.push_back(slab);
        slab.first[axis] = part.first[axis] + part.sides[axis];
        slab.sides[axis] = after;
        if (after > 0) slabs.push_back(slab);
        whole.first[axis] = part.first[axis];
        whole.sides[axis] = part.sides[axis];
    }
    return slabs;
}

}  // namespace

box_halo_round::box_halo_round(const box_halo_layout& layout, int steps) {
    if (steps < 1 || steps > layout.depth())
        throw part::error("round of " + std::to_string(steps) + " steps, allowed for this halo: 1 to " +
                          std::to_string(layout.depth()));
    for (int step = 1; step <= steps; ++step) {
        box_region all, inner;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const axis_sides along = sides_along(layout, axis);
            const extent wide = along.with(steps - step), narrow = along.untouched(steps - step, step);
            all.first[axis] = wide.first;
            all.sides[axis] = wide.end - wide.first;
            inner.first[axis] = narrow.first;
            inner.sides[axis] = narrow.end - narrow.first;
        }
        computed_.push_back(all);
        inner_.emplace_back();
        if (!is_empty(inner)) inner_.back().push_back(inner);
        edge_.push_back(is_empty(inner) ? std::vector{all} : without(all, inner));
    }
}

}  // namespace banyan::grid
