// repartition("incremental") for cells of different work: who has too much is decided by the work.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "banyan/part/cost.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/repartition.hpp"
#include "tests/libpart/repartition/drifting_speeds.hpp"

namespace incremental_work_test {

using namespace banyan::part;
using namespace banyan::testing;

namespace {

/// Cells of different work in rows, columns or cell ranges of a method that divides the cells.
struct chain_problem {
    chain_problem(std::uint64_t seed, const char* method) : random(seed) {
        const auto p = static_cast<int>(random.integer(2, 5));
        const bool by_rows = std::string_view(method) == "contiguous_row";
        const bool by_columns = std::string_view(method) == "contiguous_column";
        const std::int64_t lines = random.integer(100, 160);
        domain = by_rows ? grid(lines, 3) : by_columns ? grid(3, lines) : grid(random.integer(9, 13), 12);
        for (std::int64_t cell = 0; cell < domain.cells(); ++cell)
            work.push_back(random.real(0.5, 3));
        for (std::int64_t line = 0; line < (by_rows || by_columns ? lines : domain.cells()); ++line) {
            first_cell.push_back(by_rows ? line * 3 : line);
            work_of_line.push_back(0);
            for (std::int64_t i = 0; i < (by_rows || by_columns ? 3 : 1); ++i)
                work_of_line.back() += work[static_cast<std::size_t>(first_cell.back() + (by_rows ? i : i * lines))];
        }
        old.push_back(make_partition(method, domain, random_speeds(random, p, 4)));
        now.push_back(random_speeds(random, p, 4));
    }
    [[nodiscard]] work_density density() const { return work_density::of_cells(work); }
    [[nodiscard]] double ratio(const partition& parts) const {
        return max_time_ratio(work_of_processors(parts, density()), now.front());
    }
    [[nodiscard]] partition moved(double moving_weight) const {
        return repartition("incremental", old.front(), now.front(),
                           {.moving_weight = moving_weight, .density = density()});
    }
    /// The processors of the lines, each once, in their order.
    [[nodiscard]] std::vector<int> order_in(const partition& parts) const {
        std::vector<int> order;
        for (const std::int64_t cell : first_cell)
            if (const int owner = parts.owner(cell / domain.cols(), cell % domain.cols());
                order.empty() || order.back() != owner)
                order.push_back(owner);
        return order;
    }

    source random;
    grid domain{1, 1};
    std::vector<double> work{};
    std::vector<std::int64_t> first_cell{};  ///< of each row or column; of cell ranges, each cell
    std::vector<double> work_of_line{};
    std::vector<partition> old{};  ///< one
    std::vector<speeds> now{};     ///< one
};

constexpr const char* chain_methods[] = {"contiguous_row", "contiguous_column", "contiguous_point"};

double share_moved(const partition& from, const partition& to) {
    return static_cast<double>(counted_moves(from, to)) / static_cast<double>(from.domain().cells());
}

/// The best balance of the work of any division of the lines among the processors in their order, each with a line.
double best_ratio(const chain_problem& p) {
    const std::size_t lines = p.work_of_line.size();
    constexpr double never = std::numeric_limits<double>::infinity();
    std::vector<double> longest(lines + 1, never);  // of the processors so far, if they have the first lines
    longest[0] = 0;
    for (const int processor : p.order_in(p.old.front())) {
        std::vector<double> next(lines + 1, never);
        for (std::size_t begin = 0; begin < lines; ++begin) {
            double sum = 0;
            for (std::size_t end = begin + 1; end <= lines; ++end) {
                sum += p.work_of_line[end - 1];
                next[end] = std::min(next[end], std::max(longest[begin], sum / p.now.front()[processor]));
            }
        }
        longest = std::move(next);
    }
    double all = 0, speed = 0;
    for (const double one : p.work)
        all += one;
    for (const double one : p.now.front().values())
        speed += one;
    return longest[lines] / (all / speed);
}

}  // namespace

TEST_CASE("if moving costs nothing, the balance of the work is the best one of all cuts in this order") {
    for (const char* method : chain_methods)
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
            const chain_problem p(seed, method);
            const partition moved = p.moved(0);
            INFO(method << ", seed " << seed);
            CHECK(moved.kind() == p.old.front().kind());
            CHECK(p.order_in(moved) == p.order_in(p.old.front()));
            CHECK(p.ratio(moved) == Approx(best_ratio(p)).epsilon(1e-9));
        }
}

TEST_CASE("what moves is paid for by the balance of the work, and a larger weight moves no more cells") {
    for (const char* method : chain_methods)
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const chain_problem p(seed, method);
            const double before = p.ratio(p.old.front()), best = best_ratio(p);
            double before_moved = 2, before_ratio = 0;
            INFO(method << ", seed " << seed);
            for (const double weight : {0.0, 0.002, 0.1, 1.0, 10.0}) {
                const partition moved = p.moved(weight);
                const double share = share_moved(p.old.front(), moved), ratio = p.ratio(moved);
                INFO("weight " << weight << ", moved " << share);
                CHECK(ratio >= best - 1e-9);
                CHECK(ratio + weight * share <= before + 1e-9);
                CHECK(share <= before_moved + 1e-9);
                CHECK(ratio >= before_ratio - 1e-9);
                before_moved = share;
                before_ratio = ratio;
            }
            CHECK(p.moved(1e6) == p.old.front());
        }
}

TEST_CASE("of two processors, no cut that is nearer to the old one has such a balance") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        source random(seed);
        const grid domain(random.integer(20, 90), 2);
        std::vector<double> work;
        for (std::int64_t row = 0; row < domain.rows(); ++row)
            work.push_back(random.real(0.1, 2));
        const auto density = work_density::of_rows(work);
        const partition old = make_partition("contiguous_row", domain, random_speeds(random, 2, 5));
        const speeds now = random_speeds(random, 2, 5);
        const auto ratio_of = [&](const partition& parts) {
            return max_time_ratio(work_of_processors(parts, density), now);
        };
        const int top = old.owner(0, 0);
        const auto cut_at = [&](std::int64_t row) {
            return partition::from_rectangles(
                domain, 2, {{top, 0, 0, row, domain.cols()}, {1 - top, row, 0, domain.rows() - row, domain.cols()}});
        };
        const double weight = random.real(0, 0.5);
        const partition moved = repartition("incremental", old, now, {.moving_weight = weight, .density = density});
        const auto cut_of = [&](const partition& parts) { return parts.blocks(top)[0].rows; };
        INFO("seed " << seed << ", weight " << weight);
        const std::int64_t from = cut_of(old), to = cut_of(moved);
        for (std::int64_t row = from; row != to; row += from < to ? 1 : -1)
            CHECK(ratio_of(cut_at(row)) > ratio_of(moved) * (1 - 1e-9));
        CHECK(moved_cells(old, moved) == std::abs(from - to) * domain.cols());
    }
}

TEST_CASE("equal processors with equal cells: cells move away from the work") {
    const grid domain(100, 10);
    std::vector<double> rows(100, 1.0);
    std::fill(rows.begin() + 75, rows.end(), 5.0);  // of the last processor
    const speeds equal = speeds::equal(4);
    const partition old = make_partition("contiguous_row", domain, equal);
    REQUIRE(old.cells(3) == 250);
    CHECK(repartition("incremental", old, equal) == old);  // the cells are balanced
    const auto density = work_density::of_rows(rows);
    const partition moved = repartition("incremental", old, equal, {.density = density});
    // 200 units of work for 4 processors: 50 rows of 1 for the first, 25 of 1 and 5 of 5 for the second, 10 of 5 each.
    CHECK(moved.cells(0) == 500);
    CHECK(moved.cells(1) == 300);
    CHECK(moved.cells(2) == 100);
    CHECK(moved.cells(3) == 100);
}

TEST_CASE("with a density that is the same everywhere, the balance is no worse than without one") {
    const work_density same = work_density::of_function([](auto, auto) { return 0.25; });
    for (const char* method : {"contiguous_row", "contiguous_column", "contiguous_point"})
        for (int trial = 0; trial < 10; ++trial) {
            const auto [now, old] = drifted_partition_of(method, grid(150, 130), 5, trial, 0.4);
            const partition without = repartition("incremental", old, now, {.moving_weight = 0});
            const partition with = repartition("incremental", old, now, {.moving_weight = 0, .density = same});
            INFO(method << ", trial " << trial);
            CHECK(max_time_ratio(with, now) <= max_time_ratio(without, now) * (1 + 1e-9));
        }
}

TEST_CASE("the work of blocks and of cell ranges is balanced, and what is balanced stays") {
    const speeds now{5, 1, 3, 2, 2, 4, 1, 1, 3};
    const work_density density = work_density::of_function([](auto row, auto col) { return row < col ? 3.0 : 1.0; });
    const auto ratio_of = [&](const partition& parts) {
        return max_time_ratio(work_of_processors(parts, density), now);
    };
    for (const auto& [method, most] : {std::pair("contiguous_point", 1.001), std::pair("columns", 1.05),
                                       std::pair("brbd", 1.05), std::pair("hybrid", 1.05)}) {
        const partition old = make_partition(method, {1000, 900}, speeds::equal(9));
        const partition moved = repartition("incremental", old, now, {.moving_weight = 0, .density = density});
        INFO(method);
        CHECK(ratio_of(moved) < most);
        const partition kept = repartition("incremental", moved, now, {.moving_weight = 1, .density = density});
        // With weight 1, the balance gains at least the share of the cells that moves, and no balance is below 1.
        CHECK(ratio_of(kept) + share_moved(moved, kept) <= ratio_of(moved) + 1e-9);
        CHECK(ratio_of(kept) >= 1 - 1e-9);
    }
}

TEST_CASE("a tolerance of the balance lets fewer cells move") {
    std::int64_t saved = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const chain_problem p(seed, "contiguous_row");
        const auto with = [&](double tolerance) {
            return repartition("incremental", p.old.front(), p.now.front(),
                               {.moving_weight = 1e-6, .balance_tolerance = tolerance, .density = p.density()});
        };
        const partition exact = with(0), tolerant = with(0.05);
        const std::int64_t moved = counted_moves(p.old.front(), exact);
        INFO("seed " << seed);
        CHECK(p.ratio(tolerant) <= 1.05 * best_ratio(p) + 1e-6);
        CHECK(counted_moves(p.old.front(), tolerant) <= moved);
        saved += moved - counted_moves(p.old.front(), tolerant);
    }
    CHECK(saved > 0);
}

TEST_CASE("rows with more work than the share of a processor: each processor keeps a row, the balance is not worse") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        source random(seed);
        const auto p = static_cast<int>(random.integer(2, 6));
        const grid domain(random.integer(p, 12), 4);
        std::vector<double> rows;
        for (std::int64_t row = 0; row < domain.rows(); ++row)
            rows.push_back(random.integer(0, 2) == 0 ? 0 : random.real(0.1, 30));
        rows.front() = 1;  // there is some work
        const work_density density = work_density::of_rows(rows);
        const speeds now = random_speeds(random, p, 4);
        const partition old = make_partition("contiguous_row", domain, random_speeds(random, p, 4));
        const partition moved = repartition("incremental", old, now, {.moving_weight = 0, .density = density});
        INFO("seed " << seed);
        CHECK(moved.dropped().empty());
        CHECK(max_time_ratio(work_of_processors(moved, density), now) <=
              max_time_ratio(work_of_processors(old, density), now) * (1 + 1e-9));
    }
}

TEST_CASE("incremental refuses a density for a partition without straight cuts") {
    const work_density density = work_density::of_function([](auto, auto) { return 1.0; });
    const partition list = make_partition("scatter", {30, 30}, speeds{1, 2, 3});
    const partition pinwheel = partition::from_rectangles(
        {3, 3}, 5, {{0, 0, 0, 1, 2}, {1, 0, 2, 2, 1}, {2, 2, 1, 1, 2}, {3, 1, 0, 2, 1}, {4, 1, 1, 1, 1}});
    const auto refused =
        Catch::Contains("allowed with a density: rectangles that come from straight cuts, cell ranges");
    CHECK_THROWS_WITH(repartition("incremental", list, {1, 2, 3}, {.density = density}), refused);
    CHECK_THROWS_WITH(repartition("incremental", pinwheel, speeds::equal(5), {.density = density}), refused);
    const partition rows = make_partition("row", {30, 30}, speeds{1, 2, 3});
    CHECK_THROWS_AS(repartition("incremental", rows, {1, 2, 3}, {.density = work_density::of_rows({1, 2})}), error);
}

}  // namespace incremental_work_test
