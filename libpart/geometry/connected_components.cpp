#include "libpart/geometry/connected_components.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "libpart/geometry/cell_sides.hpp"

namespace banyan::part {
namespace {

using labels_t = std::vector<std::int32_t>;

/// Disjoint sets of cells that can be joined (union-find). The first cell of a set identifies it.
class cell_sets {
  public:
    explicit cell_sets(std::size_t cells) : parent_(cells) { std::iota(parent_.begin(), parent_.end(), 0); }

    std::int32_t first_of(std::int32_t cell) {
        while (parent(cell) != cell)
            cell = parent(cell) = parent(parent(cell));
        return cell;
    }
    void join(std::int32_t a, std::int32_t b) {
        a = first_of(a);
        b = first_of(b);
        parent(std::max(a, b)) = std::min(a, b);
    }

  private:
    std::int32_t& parent(std::int32_t cell) { return parent_[static_cast<std::size_t>(cell)]; }
    labels_t parent_;
};

labels_t numbered(const grid& domain, const labels_t& labels) {
    cell_sets sets(labels.size());
    each_side(domain, [&](std::int32_t a, std::int32_t b) {
        if (labels[static_cast<std::size_t>(a)] == labels[static_cast<std::size_t>(b)]) sets.join(a, b);
    });
    labels_t numbers(labels.size());
    std::int32_t next = 0;
    for (std::int32_t cell = 0; cell < std::ssize(labels); ++cell) {
        const std::int32_t first = sets.first_of(cell);
        numbers[static_cast<std::size_t>(cell)] = first == cell ? next++ : numbers[static_cast<std::size_t>(first)];
    }
    return numbers;
}

void weigh(const grid& domain, const work_map& map, std::size_t count, component_list& out) {
    out.work.resize(count);
    out.centre.resize(count);
    std::vector<double> cells(count);
    std::size_t cell = 0;
    for (std::int64_t row = 0; row < domain.rows(); ++row)
        for (std::int64_t col = 0; col < domain.cols(); ++col, ++cell) {
            const auto component = static_cast<std::size_t>(out.of_cell[cell]);
            out.work[component] += map.work(row, row + 1, col, col + 1);
            out.centre[component].x += static_cast<double>(col);
            out.centre[component].y += static_cast<double>(row);
            ++cells[component];
        }
    for (std::size_t component = 0; component < count; ++component)
        out.centre[component] = {out.centre[component].x / cells[component],
                                 out.centre[component].y / cells[component]};
}

void find_neighbours(const grid& domain, std::size_t count, component_list& out) {
    std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
    each_side(domain, [&](std::int32_t a, std::int32_t b) {
        const std::int32_t one = out.of_cell[static_cast<std::size_t>(a)];
        const std::int32_t other = out.of_cell[static_cast<std::size_t>(b)];
        if (one == other) return;
        pairs.emplace_back(one, other);
        pairs.emplace_back(other, one);
    });
    std::ranges::sort(pairs);
    const auto twice = std::ranges::unique(pairs);
    pairs.erase(twice.begin(), twice.end());
    out.neighbours.resize(count);
    for (const auto& [one, other] : pairs)
        out.neighbours[static_cast<std::size_t>(one)].push_back(other);
}

}  // namespace

component_list connected_components(const grid& domain, const std::vector<std::int32_t>& labels, const work_map& map) {
    component_list result;
    result.of_cell = numbered(domain, labels);
    const auto count = static_cast<std::size_t>(*std::ranges::max_element(result.of_cell)) + 1;
    weigh(domain, map, count, result);
    find_neighbours(domain, count, result);
    return result;
}

}  // namespace banyan::part
