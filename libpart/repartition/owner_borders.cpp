#include "libpart/repartition/owner_borders.hpp"

#include <algorithm>

#include "libpart/geometry/cell_sides.hpp"

namespace banyan::part {

owner_borders::owner_borders(const partition& parts) : cols_(parts.domain().cols()) {
    check_listed(parts.domain());
    owners_ = parts.owners();
    each_side(parts.domain(), [this](std::int32_t a, std::int32_t b) { add_side(a, b); });
}

void owner_borders::give(std::int64_t cell, std::int32_t target) {
    each_neighbour(cell, [&](std::int64_t beside) { remove_side(cell, beside); });
    owners_[static_cast<std::size_t>(cell)] = target;
    each_neighbour(cell, [&](std::int64_t beside) { add_side(cell, beside); });
}

std::vector<contact> owner_borders::contacts() const {
    std::vector<contact> found;
    for (const auto& [key, one] : borders_) {
        const auto source = static_cast<int>(key >> 32);
        const auto target = static_cast<int>(key & 0xffffffff);
        if (source < target && one.sides > 0) found.push_back({{source, target}, static_cast<double>(one.sides)});
    }
    std::ranges::sort(found);
    return found;
}

std::vector<std::int32_t> owner_borders::cells_at(int source, int target) {
    std::vector<std::int32_t>& cells = border_of(source, target).cells;
    std::erase_if(cells, [&](std::int32_t cell) { return owner(cell) != source || !touches(cell, target); });
    std::ranges::sort(cells);
    const auto twice = std::ranges::unique(cells);
    cells.erase(twice.begin(), twice.end());
    return cells;
}

owner_borders::border& owner_borders::border_of(std::int32_t source, std::int32_t target) {
    return borders_[(static_cast<std::uint64_t>(source) << 32) | static_cast<std::uint64_t>(target)];
}

void owner_borders::add_side(std::int64_t a, std::int64_t b) {
    if (owner(a) == owner(b)) return;
    for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
        border& here = border_of(owner(from), owner(to));
        ++here.sides;
        const auto cell = static_cast<std::int32_t>(from);
        if (here.cells.empty() || here.cells.back() != cell) here.cells.push_back(cell);
    }
}

void owner_borders::remove_side(std::int64_t a, std::int64_t b) {
    if (owner(a) == owner(b)) return;
    --border_of(owner(a), owner(b)).sides;
    --border_of(owner(b), owner(a)).sides;
}

bool owner_borders::touches(std::int64_t cell, int target) const {
    bool found = false;
    each_neighbour(cell, [&](std::int64_t beside) { found = found || owner(beside) == target; });
    return found;
}

}  // namespace banyan::part
