#include <catch2/catch.hpp>
#include <cmath>

#include "banyan/part/cost.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/repartition.hpp"
#include "libpart/geometry/rounding.hpp"
#include "libpart/repartition/recovered_cuts.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libpart/repartition/drifting_speeds.hpp"

namespace incremental_test {

using namespace banyan::part;
using namespace banyan::testing;

namespace {

partition incremental_for(const partition& old, const speeds& now, double moving_weight) {
    return repartition("incremental", old, now, {.moving_weight = moving_weight});
}

double share_moved(const partition& from, const partition& to) {
    return static_cast<double>(moved_cells(from, to)) / static_cast<double>(from.domain().cells());
}

/// Mean and worst value of a series.
struct series {
    double sum = 0, worst = -1;
    int count = 0;
    void add(double value) {
        sum += value;
        worst = std::max(worst, value);
        ++count;
    }
    [[nodiscard]] double mean() const { return sum / count; }
};

struct drift_result {
    series moved, balance_growth, length_growth;
};

/// Repartitions of a square grid of side 8000 for p speeds that are uniform in 1..10 and drift.
drift_result after_drift(const char* method, double drift) {
    drift_result result;
    const grid domain(8000, 8000);  // so large that the rounding to whole lines matters little
    const int trials = full_form() ? 40 : samples(6);
    for (int p : {4, 8, 16, 32})
        for (int trial = 0; trial < trials; ++trial) {
            const auto [now, old] = drifted_partition_of(method, domain, p, trial, drift);
            const partition moved = repartition("incremental", old, now);
            const partition made = make_partition(method, domain, now);
            result.moved.add(share_moved(old, moved));
            result.balance_growth.add(max_time_ratio(moved, now) - max_time_ratio(made, now));
            result.length_growth.add(half_perimeter_gap(moved, now) / half_perimeter_gap(made, now) - 1);
        }
    return result;
}

}  // namespace

TEST_CASE("for a drift of 2 % few cells move, and the partition is nearly as good as a new one") {
    for (const char* method : {"columns", "hybrid", "brbd"}) {
        const auto [moved, balance, length] = after_drift(method, 0.02);
        INFO(method << " moved " << moved.mean() << " worst " << moved.worst << ", balance " << balance.mean()
                    << " worst " << balance.worst << ", length " << length.mean() << " worst " << length.worst);
        CHECK(moved.mean() <= 0.01);
        CHECK(moved.worst <= 0.025);
        CHECK(balance.mean() <= 0.0002);
        CHECK(length.mean() <= 0.0002);
        // Different roundings differ by about one line of a processor.
        CHECK(balance.worst <= 0.002);
    }
}

TEST_CASE("for a drift of 30 % at most 30 % of the cells move, and the partition is nearly as good as a new one") {
    for (const char* method : {"columns", "hybrid", "brbd"}) {
        const auto [moved, balance, length] = after_drift(method, 0.3);
        INFO(method << " moved " << moved.mean() << " worst " << moved.worst << ", balance " << balance.mean()
                    << " worst " << balance.worst << ", length " << length.mean() << " worst " << length.worst);
        CHECK(moved.mean() <= 0.2);
        CHECK(moved.worst <= 0.3);
        CHECK(balance.mean() <= 0.0002);
        CHECK(balance.worst <= 0.005);
        CHECK(length.mean() <= 0.005);
    }
}

TEST_CASE("the count of moved cells is that of the owners, cell by cell") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        source random(seed);
        const grid domain = random_grid(random, 30);
        const auto wanted = static_cast<int>(random.integer(1, 9));
        const partition old = seed % 2 == 0 ? banyan::testing::random_rectangles(random, domain, wanted)
                                            : banyan::testing::random_ranges(random, domain, wanted);
        const speeds now = random_speeds(random, old.processors(), 5);
        const partition moved = incremental_for(old, now, 0.001);
        INFO("seed " << seed);
        CHECK(moved_cells(old, moved) == counted_moves(old, moved));
        const partition list = partition::from_owners(domain, old.processors(), old.owners());
        CHECK(moved_cells(list, moved) == counted_moves(old, moved));
    }
}

TEST_CASE("of any partition, the layout and the dropped processors stay, and the cost is not above that of keeping") {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        source random(seed);
        const grid domain = random_grid(random, 40);
        const auto wanted = static_cast<int>(random.integer(1, 12));
        const partition old = seed % 2 == 0 ? banyan::testing::random_rectangles(random, domain, wanted)
                                            : banyan::testing::random_ranges(random, domain, wanted);
        const speeds now = random_speeds(random, old.processors(), 8);
        const double kept = max_time_ratio(old, now);
        double before_moved = 2, before_ratio = 0;
        INFO("seed " << seed);
        for (double weight : {0.0, 1e-3, 0.1, 1.0, 100.0}) {
            const partition moved = incremental_for(old, now, weight);
            CHECK(moved == incremental_for(old, now, weight));
            CHECK(moved.kind() == old.kind());
            CHECK(std::ranges::equal(moved.dropped(), old.dropped()));
            const double ratio = max_time_ratio(moved, now);
            double weights = 0;  // of the processors with cells: the perfect balance of the partition's cost
            for (int i = 0; i < now.size(); ++i)
                weights += old.cells(i) > 0 ? now[i] : 0;
            const double scale = weights / now.total();
            CHECK(ratio * scale + weight * share_moved(old, moved) <= kept * scale * (1 + 1e-12));
            // A larger weight moves no more cells, and the balance is no better.
            CHECK(share_moved(old, moved) <= before_moved + 1e-12);
            CHECK(ratio >= before_ratio * (1 - 1e-12));
            before_moved = share_moved(old, moved);
            before_ratio = ratio;
        }
        if (kept < 100) CHECK(incremental_for(old, now, 1e6) == old);
    }
}

TEST_CASE("if moving costs nothing, the balance is the best that the cuts allow") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        source random(seed);
        const grid domain = random_grid(random, 60);
        const partition old =
            banyan::testing::random_rectangles(random, domain, static_cast<int>(random.integer(2, 9)));
        const speeds now = random_speeds(random, old.processors(), 4);
        const auto cuts = recover_cuts(old, now);
        REQUIRE(cuts);  // random_rectangles cuts rectangles straight
        const auto blocks = rounded_to_least_time(cuts->tree, domain);
        const auto best = partition::from_rectangles(domain, old.processors(), blocks);
        INFO("seed " << seed);
        CHECK(max_time_ratio(incremental_for(old, now, 0), now) <= max_time_ratio(best, now) * (1 + 1e-6));
    }
}

TEST_CASE("recovered cuts make the old rectangles again") {
    for (const method_info& method : methods()) {
        if (method.kind != layout::rectangles || method.name == "dissection_exact") continue;
        const speeds now{5, 3, 3, 2, 2, 1, 1};
        const partition old = make_partition(method.name, {83, 120}, now);
        const auto cuts = recover_cuts(old, now);
        INFO(method.name);
        REQUIRE(cuts);
        std::vector<block> leaves;
        for (const block& area : cuts->areas)
            if (area.processor >= 0) leaves.push_back(area);
        CHECK(partition::from_rectangles(old.domain(), 7, leaves) == old);
    }
}

namespace {

/// The fewest cells that move between cell ranges among all ranges in the same order with the best balance.
std::int64_t fewest_moves(const partition& old, const speeds& now) {
    const std::int64_t cells = old.domain().cells();
    double best = 1e300;
    std::int64_t fewest = cells;
    std::vector<cell_range> ranges(old.ranges().begin(), old.ranges().end());
    const auto cut = [&](auto& self, std::size_t at, std::int64_t first, double longest) -> void {
        const auto left = static_cast<std::int64_t>(ranges.size() - at) - 1;
        for (std::int64_t count = left == 0 ? cells - first : 1; first + count + left <= cells; ++count) {
            ranges[at].first = first;
            ranges[at].count = count;
            const double time = std::max(longest, static_cast<double>(count) / now[ranges[at].processor]);
            if (left > 0) {
                self(self, at + 1, first + count, time);
                continue;
            }
            if (time > best * (1 + 1e-12)) continue;
            const auto moved = counted_moves(old, partition::from_ranges(old.domain(), old.processors(), ranges));
            fewest = time < best * (1 - 1e-12) ? moved : std::min(fewest, moved);
            best = std::min(best, time);
        }
    };
    cut(cut, 0, 0, 0);
    return fewest;
}

}  // namespace

TEST_CASE("no cell ranges of the best balance in the same order move fewer cells") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        source random(seed);
        const grid domain(random.integer(1, 3), random.integer(4, 9));
        const speeds before = random_speeds(random, 4, 2);
        const speeds now = drifted(random, before, 0.3);
        const partition old = make_partition("contiguous_point", domain, before);
        INFO("seed " << seed);
        CHECK(moved_cells(old, incremental_for(old, now, 0)) == fewest_moves(old, now));
    }
}

TEST_CASE("a pinwheel has no straight cut, and its segments move") {
    const grid domain(300, 300);
    const speeds before{4, 4, 4, 4, 1};
    const partition old = make_partition("dissection_exact", domain, before);
    REQUIRE_FALSE(recover_cuts(old, before));
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        source random(seed);
        const speeds now = drifted(random, before, 0.1);
        const partition moved = incremental_for(old, now, 0.001);
        INFO("seed " << seed << ", ratio " << max_time_ratio(old, now) << " -> " << max_time_ratio(moved, now));
        CHECK(max_time_ratio(moved, now) <= 1.02);
        CHECK(share_moved(old, moved) <= 0.1);
        CHECK_FALSE(recover_cuts(moved, now));
    }
}

TEST_CASE("segments that cross, or that end at others, move independently") {
    // 2 x 2 blocks whose cuts meet, and a brick pattern: straight cuts and segments give valid partitions.
    const grid domain(40, 40);
    const partition crossing = make_partition("homogeneous_block", domain, speeds::equal(4));
    CHECK(max_time_ratio(incremental_for(crossing, {1, 2, 3, 4}, 0), {1, 2, 3, 4}) <= 1.06);
    const partition pinwheel = partition::from_rectangles(
        {3, 3}, 5, {{0, 0, 0, 1, 2}, {1, 0, 2, 2, 1}, {2, 2, 1, 1, 2}, {3, 1, 0, 2, 1}, {4, 1, 1, 1, 1}});
    CHECK(incremental_for(pinwheel, {9, 1, 1, 1, 1}, 0).dropped().empty());
}

TEST_CASE("cells and counts near the limits") {
    const partition one = make_partition("columns", {1, 1}, speeds{3});
    CHECK(incremental_for(one, {7}, 0) == one);
    const partition full = make_partition("contiguous_row", {3, 1}, speeds::equal(3));
    CHECK(incremental_for(full, {100, 1, 1}, 0) == full);
    // One processor became a million times slower: it keeps one row or column.
    const partition old = make_partition("columns", {64, 64}, speeds::equal(8));
    const partition moved = incremental_for(old, {1, 1, 1, 1, 1, 1, 1, 1e-6}, 0.001);
    CHECK(moved.cells(7) <= 32);
    // A grid whose cells do not fit in 32 bits.
    const partition large = make_partition("contiguous_point", {2'000'000'000, 2'000'000'000}, speeds::equal(3));
    const partition shifted = incremental_for(large, {1, 2, 1}, 0.001);
    CHECK(max_time_ratio(shifted, {1, 2, 1}) < 1.001);
    // In the time of the slow processor, the fast ones could do more cells than fit in 64 bits.
    const partition halves = make_partition("contiguous_point", {2'000'000'000, 2'000'000'000}, speeds::equal(2));
    CHECK(max_time_ratio(incremental_for(halves, {1e12, 1}, 0), {1e12, 1}) < 1.001);
    const partition quarters = make_partition("brbd", {2, grid::max_side}, speeds::equal(4));
    CHECK(incremental_for(quarters, {1e12, 1e12, 1e12, 1}, 0).cells(3) == 1);
}

}  // namespace incremental_test
