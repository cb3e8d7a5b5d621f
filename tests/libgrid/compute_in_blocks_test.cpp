// The order of temporal blocking, checked value by value: what every cell of two arrays holds at every time.
#include "banyan/grid/compute_in_blocks.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <map>
#include <random>

#include "banyan/part/error.hpp"

namespace compute_in_blocks_test {

using namespace banyan::part;
using namespace banyan::grid;

namespace {

using place = std::pair<std::int64_t, std::int64_t>;

/// Two arrays that remember the step whose values they hold. Before the first step all of the first one hold step 0.
class step_checker {
  public:
    step_checker(const stencil& pattern, const region& first) : pattern_(pattern), first_(first) {}

    void compute(int step, const region& cells) {
        for (std::int64_t r = cells.row; r < cells.row + cells.rows; ++r)
            for (std::int64_t c = cells.col; c < cells.col + cells.cols; ++c) {
                for (const direction& d : pattern_.directions())
                    wrong_ += held(step - 1, {r - d.rows, c - d.cols}) != step - 1;
                steps_[step % 2][{r, c}] = step;
                ++times_[{step, {r, c}}];
            }
    }
    [[nodiscard]] int wrong() const { return wrong_; }
    [[nodiscard]] int times(int step, const place& cell) const {
        const auto found = times_.find({step, cell});
        return found == times_.end() ? 0 : found->second;
    }
    [[nodiscard]] std::size_t computed() const { return times_.size(); }

  private:
    int held(int step, const place& cell) {
        const auto& cells = steps_[step % 2];
        const auto found = cells.find(cell);
        if (found != cells.end()) return found->second;
        return step == 0 && first_.contains(cell.first, cell.second) ? 0 : -1;
    }

    stencil pattern_;
    region first_;
    std::map<place, int> steps_[2];
    std::map<std::pair<int, place>, int> times_;
    int wrong_ = 0;
};

}  // namespace

TEST_CASE("compute in blocks: every cell once per step, from values of the step before, for any block") {
    const auto& pattern = GENERATE(stencil::named("5"), stencil::named("9"), stencil::named("wavefront"),
                                   stencil("far", {{"n", -2, 0}, {"e", 0, 3}, {"sw", 1, -1}}));
    std::mt19937 random(3);
    for (int round = 0; round < 20; ++round) {
        const auto pick = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
        const int steps = pick(1, 6);
        const std::int64_t rows = pick(1, 9), cols = pick(1, 9);
        std::vector<std::vector<region>> regions;
        for (int step = 1; step <= steps; ++step) {
            const std::int64_t more = 3 * (steps - step), cut = pick(0, 3);
            const region all{-more, -more, rows + 2 * more, cols + 2 * more};
            const std::int64_t half = std::min(all.rows, cut);
            regions.push_back(
                {{all.row, all.col, half, all.cols}, {all.row + half, all.col, all.rows - half, all.cols}});
        }
        const block_shape shape{pick(1, 7), pick(1, 7), pick(1, 6)};
        INFO(rows << " x " << cols << ", " << steps << " steps, blocks " << shape.rows << " x " << shape.cols << " x "
                  << shape.steps);
        const std::int64_t most = 3 * steps;
        step_checker checker(pattern, {-most, -most, rows + 2 * most, cols + 2 * most});
        compute_in_blocks(regions, pattern, shape, [&](int step, const region& r) { checker.compute(step, r); });
        CHECK(checker.wrong() == 0);
        std::size_t expected = 0;
        for (int step = 1; step <= steps; ++step)
            for (const region& area : regions[static_cast<std::size_t>(step - 1)])
                for (std::int64_t r = area.row; r < area.row + area.rows; ++r)
                    for (std::int64_t c = area.col; c < area.col + area.cols; ++c, ++expected)
                        if (checker.times(step, {r, c}) != 1) CHECK(checker.times(step, {r, c}) == 1);
        CHECK(checker.computed() == expected);
    }
}

TEST_CASE("compute in blocks: a block of any size has all cells at once") {
    constexpr std::int64_t far = 100'000'000, largest = std::numeric_limits<std::int64_t>::max();
    const std::vector<std::vector<region>> steps{{{far, far, 4, 4}}, {{far + 1, far + 1, 2, 2}}};
    const block_shape shape{largest, largest, std::numeric_limits<int>::max()};
    std::vector<std::pair<int, region>> calls;
    compute_in_blocks(steps, stencil::named("5"), shape,
                      [&](int step, const region& r) { calls.emplace_back(step, r); });
    CHECK(calls == std::vector<std::pair<int, region>>{{1, steps[0].front()}, {2, steps[1].front()}});
}

TEST_CASE("compute in blocks: a block fits into half of the cache") {
    const stencil pattern = stencil::named(GENERATE("5", "3"));
    for (const int steps : {1, 2, 7, 16, 64, 1000})
        for (const std::int64_t cache : {128 << 10, 1 << 20, 8 << 20}) {
            INFO(steps << " steps, " << cache << " bytes");
            const block_shape shape = block_for_cache(steps, pattern, 8, cache);
            const std::int64_t moved_rows = pattern.size() == 2 ? 0 : shape.steps;
            CHECK(shape.steps >= 1);
            CHECK(shape.steps <= steps);
            CHECK((shape.rows + moved_rows) * (shape.cols + shape.steps) * 2 * 8 <= cache / 2);
            CHECK(shape.rows >= moved_rows);
        }
    CHECK(block_for_cache(16, pattern, 8, 1 << 20).steps == 16);
    CHECK(second_level_cache_bytes() >= 128 << 10);
}

TEST_CASE("compute in blocks: wrong shapes are refused") {
    const stencil pattern = stencil::named("5");
    const std::vector<std::vector<region>> steps{{{0, 0, 4, 4}}};
    const auto nothing = [](int, const region&) {};
    CHECK_THROWS_AS(compute_in_blocks(steps, pattern, {0, 4, 1}, nothing), error);
    CHECK_THROWS_AS(compute_in_blocks(steps, pattern, {4, 4, 0}, nothing), error);
    CHECK_THROWS_AS(block_for_cache(0, pattern, 8, 1 << 20), error);
    CHECK_NOTHROW(compute_in_blocks({}, pattern, {4, 4, 1}, nothing));
}

}  // namespace compute_in_blocks_test
