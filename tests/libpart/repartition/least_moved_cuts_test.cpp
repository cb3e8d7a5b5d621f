// The fewest lines that move, against trying every position of every cut, and against a bound from sums.
#include "libpart/repartition/least_moved_cuts.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "banyan/part/cost.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/repartition.hpp"
#include "libpart/repartition/nearest_cuts.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libpart/repartition/drifting_speeds.hpp"

namespace least_moved_cuts_test {

using namespace banyan::part;
using namespace banyan::testing;

namespace {

struct chain_case {
    std::int64_t begin, end;
    std::vector<std::int64_t> old;
    std::vector<bounds> limits;
};

/// The number of the interval of a line.
std::size_t interval_of(const std::vector<std::int64_t>& cuts, std::int64_t line) {
    return static_cast<std::size_t>(std::ranges::upper_bound(cuts, line) - cuts.begin());
}

/// The lines that change their interval, one by one.
std::int64_t counted(const chain_case& c, const std::vector<std::int64_t>& cuts) {
    std::int64_t moved = 0;
    for (std::int64_t line = c.begin; line < c.end; ++line)
        moved += interval_of(c.old, line) != interval_of(cuts, line);
    return moved;
}

/// The fewest lines that move, with every position of every cut; -1 if the limits allow no division.
std::int64_t fewest(const chain_case& c) {
    std::int64_t best = -1;
    std::vector<std::int64_t> cuts;
    const auto place = [&](auto& self, std::int64_t from) -> void {
        const bounds& sizes = c.limits[cuts.size()];
        if (cuts.size() + 1 == c.limits.size()) {
            if (c.end - from < sizes.least || c.end - from > sizes.most) return;
            const std::int64_t moved = counted(c, cuts);
            best = best < 0 ? moved : std::min(best, moved);
            return;
        }
        for (std::int64_t to = from + sizes.least; to <= std::min(c.end, from + sizes.most); ++to) {
            cuts.push_back(to);
            self(self, to);
            cuts.pop_back();
        }
    };
    place(place, c.begin);
    return best;
}

chain_case random_case(source& random, std::int64_t longest, std::int64_t spread) {
    chain_case c{random.integer(-3, 3), 0, {}, std::vector<bounds>(static_cast<std::size_t>(random.integer(1, 5)))};
    c.end = c.begin + random.integer(static_cast<std::int64_t>(c.limits.size()), longest);
    c.old.resize(c.limits.size() - 1);
    for (std::int64_t& one : c.old)
        one = random.integer(c.begin, c.end);
    std::ranges::sort(c.old);
    for (bounds& one : c.limits) {
        one.least = random.integer(0, 1);
        one.most = one.least + random.integer(0, spread);
    }
    return c;
}

/// No cut can lie before the ends of the largest parts before it, nor beyond those of the parts after it. So the lines
/// between an old cut and these limits move in every division: a bound that needs only sums.
std::int64_t bound_by_sums(const partition& old, const std::vector<std::int64_t>& most) {
    const std::int64_t cells = old.domain().cells();
    std::int64_t all = 0, before = 0, old_line = 0, reached = 0, forced = 0;
    for (std::int64_t one : most)
        all += one;
    std::vector<std::pair<std::int64_t, std::int64_t>> stretches;
    for (std::size_t i = 0; i + 1 < most.size(); ++i) {
        before += most[i];
        old_line += old.cells(old.ranges()[i].processor);
        const std::int64_t low = cells - (all - before), high = before;
        if (old_line < low) stretches.emplace_back(old_line, low);
        if (old_line > high) stretches.emplace_back(high, old_line);
    }
    std::ranges::sort(stretches);
    for (const auto& [from, to] : stretches) {
        forced += std::max<std::int64_t>(0, to - std::max(from, reached));
        reached = std::max(reached, to);
    }
    return forced;
}

}  // namespace

TEST_CASE("no cuts within the limits move fewer lines") {
    int possible = 0, fewer_than_nearest = 0;
    constexpr int cases = 3000;
    for (int seed = 1; seed <= cases; ++seed) {
        source random(static_cast<std::uint64_t>(seed));
        const chain_case c = random_case(random, 14, 7);
        INFO("seed " << seed);
        const auto cuts = least_moved_cuts(c.begin, c.end, c.old, c.limits);
        const std::int64_t least = fewest(c);
        REQUIRE(cuts.has_value() == (least >= 0));
        if (!cuts) continue;
        ++possible;
        std::int64_t from = c.begin;
        for (std::size_t i = 0; i < c.limits.size(); ++i) {
            const std::int64_t to = i < cuts->size() ? (*cuts)[i] : c.end;
            CHECK(to - from >= c.limits[i].least);
            CHECK(to - from <= c.limits[i].most);
            from = to;
        }
        CHECK(counted(c, *cuts) == least);
        fewer_than_nearest += least < counted(c, *nearest_cuts(c.begin, c.end, c.old, c.limits));
    }
    CHECK(possible > cases / 6);
    CHECK(fewer_than_nearest > 0);  // otherwise the dynamic programme would not be needed
}

TEST_CASE("in long chains, where not all positions are tried, the cuts also move least") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        source random(seed);
        chain_case c = random_case(random, 90, 0);
        if (c.limits.size() > 3) c.limits.resize(3);
        c.old.resize(c.limits.size() - 1);
        c.end = c.begin + 90;
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < c.limits.size(); ++i) {
            c.limits[i] = {1, random.integer(20, 60)};
            sum += c.limits[i].most;
        }
        c.limits.back().most += std::max<std::int64_t>(0, 91 - sum);
        INFO("seed " << seed);
        const auto cuts = least_moved_cuts(c.begin, c.end, c.old, c.limits);
        REQUIRE(cuts);
        CHECK(counted(c, *cuts) == fewest(c));
    }
}

TEST_CASE("rows and cell ranges move the least that the tolerated balance allows, and most of it follows from sums") {
    struct drift_case {
        double drift, limit, tolerance;
    };
    const grid domain(8000, 8000);
    const int trials = full_form() ? 40 : samples(6);
    for (const auto& [drift, limit, tolerance] : {drift_case{0.02, 0.025, 0.0002}, drift_case{0.3, 0.3, 0.005}})
        for (const char* method : {"contiguous_row", "contiguous_point"})
            for (int p : {4, 8, 16, 32})
                for (int trial = 0; trial < trials; ++trial) {
                    const auto [now, old] = drifted_partition_of(method, domain, p, trial, drift);
                    const double best = max_time_ratio(repartition("incremental", old, now, {.moving_weight = 0}), now);
                    const partition moved =
                        repartition("incremental", old, now, {.moving_weight = 1e-9, .balance_tolerance = tolerance});
                    const double ratio = max_time_ratio(moved, now);
                    const auto least = least_moved_cells(old, now, best * (1 + tolerance));
                    INFO(method << ", drift " << drift << ", p " << p << ", trial " << trial);
                    REQUIRE(least);
                    CHECK(ratio <= best * (1 + tolerance) * (1 + 1e-9));
                    CHECK(moved_cells(old, moved) == *least);
                    const auto allowed = static_cast<std::int64_t>(limit * static_cast<double>(domain.cells()));
                    if (*least <= allowed || std::string(method) != "contiguous_point") continue;
                    std::vector<std::int64_t> most;
                    for (const cell_range& range : old.ranges())
                        most.push_back(static_cast<std::int64_t>(
                            std::floor(best * (1 + tolerance) * (1 + 1e-9) * now.share(range.processor) * 64e6)));
                    const std::int64_t forced = bound_by_sums(old, most);
                    CHECK(forced <= *least);
                    CHECK(static_cast<double>(forced) > 0.85 * static_cast<double>(*least));
                }
}

TEST_CASE("the least number of moved cells: more balance never moves fewer, and what is impossible is nothing") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        source random(seed);
        const speeds before = random_speeds(random, 6, 5);
        const speeds now = drifted(random, before, 0.5);
        const partition old = make_partition(seed % 2 == 0 ? "contiguous_row" : "contiguous_point", {200, 30}, before);
        const double kept = max_time_ratio(old, now);
        std::int64_t last = old.domain().cells();
        for (double ratio : {1.0, 1.02, 1.1, 1.3, 2.0, 10.0}) {
            const auto least = least_moved_cells(old, now, ratio);
            if (!least) continue;
            INFO("seed " << seed << ", ratio " << ratio);
            CHECK(*least <= last);
            CHECK((*least == 0) == (kept <= ratio * (1 + 1e-9)));
            last = *least;
        }
        CHECK_FALSE(least_moved_cells(old, now, 0.9));
    }
    const partition blocks = make_partition("homogeneous_block", {8, 8}, speeds::equal(4));
    CHECK_THROWS_WITH(least_moved_cells(blocks, speeds::equal(4), 1.1),
                      "least moved cells: takes only cell ranges, or rectangles in one row or one column, of at most "
                      "64 processors");
    CHECK_THROWS_WITH(least_moved_cells(blocks, speeds::equal(3), 1.1),
                      "speeds: 3 given for the 4 processors of the partition");
    const partition rows = make_partition("contiguous_row", {8, 8}, speeds::equal(4));
    CHECK_THROWS_WITH(least_moved_cells(rows, speeds::equal(4), 0),
                      "largest ratio: 0, allowed: finite numbers above 0");
    CHECK_THROWS_WITH(repartition("incremental", rows, speeds::equal(4), {.balance_tolerance = -1}),
                      "balance_tolerance: -1, allowed: finite numbers from 0");
}

}  // namespace least_moved_cuts_test
