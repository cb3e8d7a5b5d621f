#include "banyan/grid/compute_in_blocks.hpp"

#include <unistd.h>

#include <algorithm>
#include <string>

#include "banyan/part/error.hpp"
#include "libgrid/reach.hpp"
#include "libgrid/region_algebra.hpp"

namespace banyan::grid {
namespace {

using step_function = std::function<void(int step, const region& cells)>;

void check(const block_shape& shape) {
    if (shape.rows < 1 || shape.cols < 1 || shape.steps < 1)
        throw part::error("block: " + std::to_string(shape.rows) + " x " + std::to_string(shape.cols) + " cells, " +
                          std::to_string(shape.steps) + " steps, allowed: whole numbers from 1");
}

region around_both(const region& a, const region& b) {
    if (a.empty()) return b;
    const std::int64_t row = std::min(a.row, b.row), col = std::min(a.col, b.col);
    return {row, col, std::max(a.row + a.rows, b.row + b.rows) - row, std::max(a.col + a.cols, b.col + b.cols) - col};
}

/// The regions of the steps first + 1, first + 2, ... Those of step first + 1 + i are moved down and right by i times
/// the reach of the stencil, so that a block is the same rectangle in all steps.
struct skewed_steps {
    std::span<const std::vector<region>> steps;
    int first;
    reach slope;

    [[nodiscard]] region moved(const region& r, std::size_t i, int sign) const {
        const auto times = sign * static_cast<std::int64_t>(i);
        return shifted(r, times * slope.rows, times * slope.cols);
    }
    [[nodiscard]] region around() const {
        region all;
        for (std::size_t i = 0; i < steps.size(); ++i)
            for (const region& r : steps[i])
                all = around_both(all, moved(r, i, 1));
        return all;
    }
    void compute_block(const region& block, const step_function& compute) const {
        for (std::size_t i = 0; i < steps.size(); ++i)
            for (const region& r : steps[i]) {
                const region part = intersection(block, moved(r, i, 1));
                if (!part.empty()) compute(first + static_cast<int>(i) + 1, moved(part, i, -1));
            }
    }
    void compute_all(const block_shape& shape, const step_function& compute) const {
        const region all = around();
        const std::int64_t rows = std::min(shape.rows, all.rows), cols = std::min(shape.cols, all.cols);
        for (std::int64_t row = all.row; row < all.row + all.rows; row += rows)
            for (std::int64_t col = all.col; col < all.col + all.cols; col += cols)
                compute_block({row, col, rows, cols}, compute);
    }
};

}  // namespace

void compute_in_blocks(std::span<const std::vector<region>> steps, const part::stencil& pattern,
                       const block_shape& shape, const step_function& compute) {
    check(shape);
    const auto together = static_cast<std::size_t>(shape.steps);
    for (std::size_t done = 0; done < steps.size(); done += together) {
        const skewed_steps these{steps.subspan(done, std::min(together, steps.size() - done)), static_cast<int>(done),
                                 reach_of(pattern)};
        these.compute_all(shape, compute);
    }
}

block_shape block_for_cache(int steps, const part::stencil& pattern, std::int64_t item_bytes,
                            std::int64_t cache_bytes) {
    if (steps < 1 || item_bytes < 1 || cache_bytes < 1)
        throw part::error("block: " + std::to_string(steps) + " steps, items of " + std::to_string(item_bytes) +
                          " bytes, a cache of " + std::to_string(cache_bytes) +
                          " bytes, allowed: whole numbers from 1");
    const reach slope = reach_of(pattern);
    const std::int64_t cols = std::max<std::int64_t>(64, 2048 / item_bytes);
    const std::int64_t items = cache_bytes / 2 / (2 * item_bytes);  // of one array
    // The rows of a block of `together` steps. The rows by which it moves up need memory in the cache, too.
    const auto rows_for = [&](std::int64_t together) {
        return items / (cols + together * slope.cols) - together * slope.rows;
    };
    // A block with fewer rows than it moves up would read more cells from memory than it has.
    std::int64_t together = steps;
    while (together > 1 && rows_for(together) < std::max<std::int64_t>(4, together * slope.rows))
        --together;
    const std::int64_t groups = (steps + together - 1) / together;
    together = (steps + groups - 1) / groups;
    return {std::max<std::int64_t>(4, rows_for(together)), cols, static_cast<int>(together)};
}

std::int64_t second_level_cache_bytes() {
    constexpr std::int64_t unknown = 512 << 10, least = 128 << 10, most = 8 << 20;
#ifdef _SC_LEVEL2_CACHE_SIZE
    const std::int64_t found = sysconf(_SC_LEVEL2_CACHE_SIZE);
#else
    const std::int64_t found = 0;
#endif
    return found <= 0 ? unknown : std::clamp(found, least, most);
}

}  // namespace banyan::grid
