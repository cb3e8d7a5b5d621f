#include "libpart/repartition/recovered_cuts.hpp"

#include <algorithm>

namespace banyan::part {
namespace {

std::int64_t first_line(const block& b, cut direction) {
    return direction == cut::vertical ? b.col : b.row;
}

std::int64_t line_after(const block& b, cut direction) {
    return direction == cut::vertical ? b.col + b.cols : b.row + b.rows;
}

block area_of(std::span<const block> blocks) {
    block area = blocks.front();
    for (const block& b : blocks) {
        const std::int64_t bottom = std::max(area.row + area.rows, b.row + b.rows);
        const std::int64_t right = std::max(area.col + area.cols, b.col + b.cols);
        area.row = std::min(area.row, b.row);
        area.col = std::min(area.col, b.col);
        area.rows = bottom - area.row;
        area.cols = right - area.col;
    }
    area.processor = -1;
    return area;
}

/// Sorts the blocks in the direction and returns the end of each group between two cuts that go through.
std::vector<std::size_t> groups(std::span<block> blocks, cut direction) {
    std::ranges::sort(blocks, [&](const block& a, const block& b) {
        return std::pair(first_line(a, direction), a.processor) < std::pair(first_line(b, direction), b.processor);
    });
    std::vector<std::size_t> ends;
    std::int64_t reached = first_line(blocks.front(), direction);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (i > 0 && first_line(blocks[i], direction) >= reached) ends.push_back(i);
        reached = std::max(reached, line_after(blocks[i], direction));
    }
    ends.push_back(blocks.size());
    return ends;
}

class cut_recovery {
  public:
    explicit cut_recovery(const speeds& now) : now_(now) {}

    std::optional<cut_tree> tree_of(std::span<block> blocks) {
        areas_.push_back(area_of(blocks));
        if (blocks.size() == 1) {
            areas_.back().processor = blocks.front().processor;
            return leaf({blocks.front().processor, now_[blocks.front().processor]});
        }
        const std::size_t across = groups(blocks, cut::horizontal).size();
        std::vector<std::size_t> ends = groups(blocks, cut::vertical);
        const cut direction = ends.size() >= across ? cut::vertical : cut::horizontal;
        if (direction == cut::horizontal) ends = groups(blocks, direction);
        if (ends.size() == 1) return std::nullopt;
        std::vector<cut_tree> parts;
        for (std::size_t i = 0; i < ends.size(); ++i) {
            const std::size_t begin = i == 0 ? 0 : ends[i - 1];
            auto part = tree_of(blocks.subspan(begin, ends[i] - begin));
            if (!part) return std::nullopt;
            parts.push_back(std::move(*part));
        }
        return joined(direction, std::move(parts));
    }

    std::vector<block> take_areas() { return std::move(areas_); }

  private:
    const speeds& now_;
    std::vector<block> areas_;
};

}  // namespace

std::optional<recovered_cuts> recover_cuts(const partition& parts, const speeds& now) {
    std::vector<block> blocks(parts.blocks().begin(), parts.blocks().end());
    cut_recovery recovery(now);
    auto tree = recovery.tree_of(blocks);
    if (!tree) return std::nullopt;
    return recovered_cuts{std::move(*tree), recovery.take_areas()};
}

}  // namespace banyan::part
