#include "libpart/repartition/chain.hpp"

#include <algorithm>
#include <bit>

namespace banyan::part {
namespace {

class cut_mover {
  public:
    cut_mover(const recovered_cuts& old, const work_map* work, const chain_way& way)
        : old_(old), way_(way), work_(work) {}

    bool place(const cut_tree& node, const block& area, std::size_t level) {
        const block& before = old_.areas[next_area_++];
        if (node.direction == cut::none) {
            blocks_.push_back(area);
            blocks_.back().processor = node.processor;
            return true;
        }
        const auto cuts = way_(chain_of(node, area, before, level));
        if (!cuts) return false;
        const bool side_by_side = node.direction == cut::vertical;
        std::int64_t from = side_by_side ? area.col : area.row;
        for (std::size_t i = 0; i < node.parts.size(); ++i) {
            const std::int64_t to = i < cuts->size() ? (*cuts)[i]
                                    : side_by_side   ? area.col + area.cols
                                                     : area.row + area.rows;
            const block part = side_by_side ? block{-1, area.row, from, area.rows, to - from}
                                            : block{-1, from, area.col, to - from, area.cols};
            if (!place(node.parts[i], part, level + halvings(node.parts.size()))) return false;
            from = to;
        }
        return true;
    }

    std::vector<block> take() { return std::move(blocks_); }

  private:
    part_chain chain_of(const cut_tree& node, const block& area, const block& before, std::size_t level) const {
        const bool side_by_side = node.direction == cut::vertical;
        part_chain chain{.begin = side_by_side ? area.col : area.row,
                         .end = side_by_side ? area.col + area.cols : area.row + area.rows,
                         .other = side_by_side ? area.rows : area.cols,
                         .old = {},
                         .weights = {},
                         .least = {},
                         .work_to = {},
                         .parts = node.parts,
                         .direction = node.direction,
                         .level = level};
        for (const cut_tree& part : node.parts) {
            chain.weights.push_back(part.weight);
            chain.least.push_back(side_by_side ? part.min_cols : part.min_rows);
        }
        add_old_cuts(node, before, chain);
        if (work_ != nullptr)
            chain.work_to = [this, area, side_by_side](std::int64_t line) {
                return side_by_side ? work_->work(area.row, area.row + area.rows, area.col, line)
                                    : work_->work(area.row, line, area.col, area.col + area.cols);
            };
        return chain;
    }

    /// The parts of the node are the next areas; each is followed by those below it.
    void add_old_cuts(const cut_tree& node, const block& before, part_chain& chain) const {
        const bool side_by_side = node.direction == cut::vertical;
        std::int64_t end = side_by_side ? before.col : before.row;
        std::size_t at = next_area_;
        for (std::size_t i = 0; i + 1 < node.parts.size(); ++i) {
            end += side_by_side ? old_.areas[at].cols : old_.areas[at].rows;
            chain.old.push_back(end);
            at += nodes_of(node.parts[i]);
        }
    }

    static std::size_t nodes_of(const cut_tree& node) {
        std::size_t nodes = 1;
        for (const cut_tree& part : node.parts)
            nodes += nodes_of(part);
        return nodes;
    }

    const recovered_cuts& old_;
    const chain_way& way_;
    const work_map* work_;
    std::size_t next_area_ = 0;
    std::vector<block> blocks_;
};

/// The work of the first cells of a grid, row-major.
std::function<double(std::int64_t)> work_of_first_cells(const grid& domain, const work_map& work) {
    return [&work, cols = domain.cols()](std::int64_t cell) {
        const std::int64_t row = cell / cols;
        const double whole = work.work(0, row, 0, cols);
        return cell % cols == 0 ? whole : whole + work.work(row, row + 1, 0, cell % cols);
    };
}

}  // namespace

std::size_t halvings(std::size_t parts) {
    return static_cast<std::size_t>(std::bit_width(std::max<std::size_t>(parts, 1) - 1));
}

std::optional<work_map> work_map_of(const grid& domain, const work_density& density) {
    if (density.kind() == work_density::form::uniform) return std::nullopt;
    return work_map(domain, density);
}

std::optional<std::vector<block>> move_cuts(const recovered_cuts& old, const grid& domain, const work_map* work,
                                            const chain_way& way) {
    cut_mover mover(old, work, way);
    if (!mover.place(old.tree, {-1, 0, 0, domain.rows(), domain.cols()}, 0)) return std::nullopt;
    return mover.take();
}

std::optional<std::vector<cell_range>> move_cuts(const partition& old, std::span<const double> weights,
                                                 const work_map* work, const chain_way& way) {
    part_chain chain{.begin = 0,
                     .end = old.domain().cells(),
                     .other = 1,
                     .old = {},
                     .weights = {},
                     .least = std::vector<std::int64_t>(old.ranges().size(), 1),
                     .work_to = {},
                     .parts = {}};
    for (const cell_range& range : old.ranges()) {
        if (range.first > 0) chain.old.push_back(range.first);
        chain.weights.push_back(weights[static_cast<std::size_t>(range.processor)]);
    }
    if (work != nullptr) chain.work_to = work_of_first_cells(old.domain(), *work);
    const auto cuts = way(chain);
    if (!cuts) return std::nullopt;
    std::vector<cell_range> ranges;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        const std::int64_t first = i == 0 ? 0 : (*cuts)[i - 1];
        ranges.push_back({old.ranges()[i].processor, first, (i < cuts->size() ? (*cuts)[i] : chain.end) - first});
    }
    return ranges;
}

}  // namespace banyan::part
