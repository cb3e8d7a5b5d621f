// Iterations of the solver with a deep halo: one exchange for a round, and the steps of the round block by block in the
// cache.
#include <algorithm>

#include "banyan/grid/compute_in_blocks.hpp"
#include "examples/thermal/solver.hpp"

namespace thermal {

namespace grid = banyan::grid;
using round_clock = std::chrono::steady_clock;

namespace {

// Cells computed between two tests of the exchange: about 0.1 ms of work.
constexpr std::int64_t cells_between_round_tests = 1 << 18;

double seconds_from(round_clock::time_point begin) {
    return std::chrono::duration<double>(round_clock::now() - begin).count();
}

std::int64_t wrapped(std::int64_t at, std::int64_t size) {
    return (at % size + size) % size;
}

}  // namespace

const grid::halo_round& solver::round_of(int steps) {
    const auto at = static_cast<std::size_t>(steps);
    if (rounds_.size() <= at) rounds_.resize(at + 1);
    if (!rounds_[at]) rounds_[at].emplace(*layout_, pattern(), steps);
    return *rounds_[at];
}

void solver::iterate_round(int steps, const std::function<void()>& after_computing) {
    const grid::halo_round& round = round_of(steps);
    const auto begin = round_clock::now();
    now_.start_exchange();
    spent_.wait_s += seconds_from(begin);
    compute_steps(round.all_inner(), steps, true);
    const auto inner_done = round_clock::now();
    now_.finish_exchange();
    spent_.wait_s += seconds_from(inner_done);
    compute_steps(round.all_edge(), steps, false);
    if (after_computing) after_computing();
    if (steps % 2 == 1) std::swap(now_, next_);
}

void solver::compute_steps(std::span<const std::vector<grid::region>> steps, int count, bool exchanging) {
    const auto begin = round_clock::now();
    const auto shape = grid::block_for_cache(count, pattern(), sizeof(double), grid::second_level_cache_bytes());
    std::int64_t untested = 0;
    grid::compute_in_blocks(steps, pattern(), shape, [&](int step, const grid::region& cells) {
        step % 2 == 1 ? compute_cells(now_, next_, cells) : compute_cells(next_, now_, cells);
        untested += cells.cells();
        if (!exchanging || untested < cells_between_round_tests) return;
        exchanging = !now_.test_exchange();
        untested = 0;
    });
    spent_.compute_s += seconds_from(begin);
}

void solver::compute_cells(const grid::distributed_array<double>& from, grid::distributed_array<double>& to,
                           const grid::region& cells) {
    sweep(work_, &from(cells.row, cells.col), &to(cells.row, cells.col), {cells.rows, cells.cols, layout_->stride()});
    // The halo of a torus can contain the fixed column several times.
    const std::int64_t cols = layout_->parts().domain().cols();
    for (std::int64_t c = cells.col + wrapped(fixed_column_ - cells.col, cols); c < cells.col + cells.cols; c += cols)
        for (std::int64_t r = cells.row; r < cells.row + cells.rows; ++r)
            to(r, c) = fixed_temperature;
}

}  // namespace thermal
