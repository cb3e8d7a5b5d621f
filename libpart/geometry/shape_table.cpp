#include "libpart/geometry/shape_table.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace banyan::part {
namespace {

/// Points within this fraction of a hull count as on it. Ranges of heights are extended by range_slack.
constexpr double hull_slack = 1e-13;
constexpr double range_slack = 1e-9;
/// shape::until of the last corner of a hull.
constexpr double every_height = std::numeric_limits<double>::infinity();

}  // namespace

side_sums sides_at_height_one(const cut_tree& layout, double area) {
    if (layout.direction == cut::none) return {area, 1};
    side_sums sum{0, 0};
    for (const cut_tree& part : layout.parts) {
        const double ratio = part.weight / layout.weight;
        const side_sums inner = sides_at_height_one(part, area * ratio);
        const double stretch = layout.direction == cut::vertical ? 1 : ratio;
        sum.widths += inner.widths / stretch;
        sum.heights += inner.heights * stretch;
    }
    return sum;
}

cut_tree mirrored(cut_tree layout) {
    if (layout.direction == cut::none) return layout;
    layout.direction = across(layout.direction);
    std::swap(layout.min_rows, layout.min_cols);
    for (cut_tree& part : layout.parts)
        part = mirrored(std::move(part));
    return layout;
}

shape_table::shape_table(double rows, double cols, std::size_t sets)
    : rows_(rows), cols_(cols), hulls_(sets), areas_(sets, 0.0) {}

void shape_table::place(std::size_t set, cut_tree layout, double area) {
    begin(set, area);
    const side_sums sums = sides_at_height_one(layout, area);
    const auto index = static_cast<std::uint32_t>(layouts_.size());
    offer(hulls_[set], {sums.widths, sums.heights, every_height, cut::none, index, 0, 0, 0});
    offer(hulls_[set], {sums.heights * area, sums.widths / area, every_height, cut::none, index, 1, 0, 0});
    layouts_.push_back(std::move(layout));
    finish();
}

void shape_table::begin(std::size_t set, double area) {
    const double lowest = std::min(area / cols_, rows_);
    begun_ = {set, lowest * lowest * (1 - range_slack), rows_ * rows_ * (1 + range_slack)};
    areas_[set] = area;
    hulls_[set].clear();
}

void shape_table::join(std::size_t first, std::size_t second) {
    join(cut::vertical, first, second);
    join(cut::horizontal, first, second);
}

/// Goes through both hulls from the least height to the greatest and adds the corners that are best at the same height.
void shape_table::join(cut direction, std::size_t first, std::size_t second) {
    const hull& a = hulls_[first];
    const hull& b = hulls_[second];
    const double area = areas_[begun_.set];
    const double of_a = direction == cut::vertical ? 1 : areas_[first] / area;
    const double of_b = direction == cut::vertical ? 1 : areas_[second] / area;
    std::size_t i = best_at(a, begun_.least * of_a * of_a);
    std::size_t j = best_at(b, begun_.least * of_b * of_b);
    while (true) {
        offer(hulls_[begun_.set],
              {a[i].widths / of_a + b[j].widths / of_b, a[i].heights * of_a + b[j].heights * of_b, every_height,
               direction, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second),
               static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)});
        const double a_until = a[i].until / (of_a * of_a);
        const double b_until = b[j].until / (of_b * of_b);
        if (std::min(a_until, b_until) >= begun_.most) return;
        if (a_until <= b_until) ++i;
        if (b_until <= a_until) ++j;
    }
}

void shape_table::offer(hull& corners, const shape& candidate) const {
    const auto turns = [](const shape& before, const shape& here,
                          const shape& after) {  // whether `here` is below the line
        return (here.widths - before.widths) * (after.heights - before.heights) -
                   (here.heights - before.heights) * (after.widths - before.widths) >
               hull_slack * after.widths * before.heights;
    };
    auto next = std::ranges::lower_bound(corners, candidate.widths, {}, &shape::widths);
    if (next != corners.begin() && std::prev(next)->heights <= candidate.heights * (1 + hull_slack)) return;
    if (next != corners.end()) {
        if (next->widths <= candidate.widths * (1 + hull_slack) &&
            next->heights <= candidate.heights * (1 + hull_slack))
            return;
        if (next != corners.begin() && !turns(*std::prev(next), candidate, *next)) return;
    }
    // The corners that the candidate removes are its neighbours on both sides.
    auto last = next;
    while (last != corners.end() && (last->heights >= candidate.heights ||
                                     (std::next(last) != corners.end() && !turns(candidate, *last, *std::next(last)))))
        ++last;
    auto start = next;
    while (start - corners.begin() >= 2 && !turns(*(start - 2), *(start - 1), candidate))
        --start;
    if (start == last) {
        corners.insert(start, candidate);
        return;
    }
    *start = candidate;
    corners.erase(start + 1, last);
}

void shape_table::finish() {
    hull& corners = hulls_[begun_.set];
    for (std::size_t i = 0; i + 1 < corners.size(); ++i)
        corners[i].until = (corners[i + 1].widths - corners[i].widths) / (corners[i].heights - corners[i + 1].heights);
    corners.back().until = every_height;
    const auto too_high = std::ranges::find_if(corners, [&](const shape& s) { return s.until >= begun_.most; });
    corners.erase(std::next(too_high), corners.end());
    corners.back().until = every_height;
    const auto low_enough = std::ranges::find_if(corners, [&](const shape& s) { return s.until > begun_.least; });
    corners.erase(corners.begin(), low_enough);
    corners.shrink_to_fit();
}

std::size_t shape_table::best_at(const hull& corners, double squared_height) const {
    const auto found = std::ranges::partition_point(corners, [&](const shape& s) { return s.until <= squared_height; });
    return static_cast<std::size_t>(found - corners.begin());
}

double shape_table::half_perimeters(std::size_t set) const {
    const shape& s = hulls_[set][best_at(hulls_[set], rows_ * rows_)];
    return s.widths / rows_ + s.heights * rows_;
}

cut_tree shape_table::best(std::size_t set) const {
    return tree(set, best_at(hulls_[set], rows_ * rows_));
}

/// Builds the tree of a corner. A part that is cut in the same direction as its parent is replaced by its own parts.
cut_tree shape_table::tree(std::size_t set, std::size_t which) const {
    const shape& s = hulls_[set][which];
    if (s.direction == cut::none) return s.second == 1 ? mirrored(layouts_[s.first]) : layouts_[s.first];
    std::vector<cut_tree> parts;
    for (cut_tree part : {tree(s.first, s.first_shape), tree(s.second, s.second_shape)}) {
        if (part.direction == s.direction)
            std::ranges::move(part.parts, std::back_inserter(parts));
        else
            parts.push_back(std::move(part));
    }
    return joined(s.direction, std::move(parts));
}

}  // namespace banyan::part
