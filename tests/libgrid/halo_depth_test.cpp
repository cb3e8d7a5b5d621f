// The model of the depth of a halo, against the formulas of docs/derivations.md and a search over all depths.
#include "banyan/grid/halo_depth.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "banyan/part/error.hpp"
#include "tests/libgrid/sample_partitions.hpp"

namespace halo_depth_test {

using namespace banyan::part;
using namespace banyan::grid;
namespace testing = banyan::testing;

namespace {

constexpr std::int64_t item_bytes = 8;
constexpr std::int64_t cache_bytes = 1 << 20;

/// The formula for a block of h x w cells inside a lattice of blocks, with sums cell line by cell line.
double lattice_time(double h, double w, const iteration_costs& costs, int k) {
    const double messages = k == 1 ? 4 : 8;
    const double items = 2 * k * (h + w) + (k == 1 ? 0 : 4.0 * k * k);
    double computed = 0, inner = 0;
    for (int i = 0; i < k; ++i) {
        computed += (h + 2 * i) * (w + 2 * i);
        inner += std::max(0.0, h - 2 * (i + 1)) * std::max(0.0, w - 2 * (i + 1));
    }
    const double exchange = costs.latency_s + (messages - 1) * costs.message_s + costs.byte_s * 8 * items;
    return (std::max(exchange, costs.cell_s * inner) + costs.cell_s * (computed - inner) + costs.memory_s * h * w) / k;
}

const std::vector<iteration_costs> networks{{1e-2, 5e-6, 1e-8, 1e-9, 0},
                                            {5e-5, 5e-6, 8e-9, 1e-9, 0},
                                            {1e-5, 1e-6, 5e-10, 1e-9, 0},
                                            {0, 0, 0, 1e-9, 0},
                                            {1e-5, 1e-6, 5e-10, 1e-9, 1e-9}};

}  // namespace

TEST_CASE("halo depth: blocks in a lattice take the time of the formula, and the best depth is that of a full search") {
    const auto side = GENERATE(60, 240, 960);
    const auto& costs = GENERATE(from_range(networks));
    const int most = 12;  // all steps of a block fit into the cache
    const partition parts = make_partition("homogeneous_block", grid(side * 4, side * 3), speeds::equal(12));
    const auto times = iteration_times_s(parts, 5, stencil::named("5"), costs, item_bytes, cache_bytes, most);
    REQUIRE(times.size() == most);
    int best = 1;
    double least = std::numeric_limits<double>::infinity();
    for (int k = 1; k <= most; ++k) {
        const double expected = lattice_time(side, side, costs, k);
        CHECK(times[static_cast<std::size_t>(k - 1)] == Approx(expected).epsilon(1e-12));
        least = std::min(least, expected);
    }
    while (lattice_time(side, side, costs, best) > 1.01 * least)
        ++best;
    CHECK(depth_of_least_time(times) == best);
}

TEST_CASE("halo depth: loads add up to those of the layout, for every partition with blocks") {
    for (const auto& [name, parts] : testing::all_for(grid(14, 15), 5)) {
        if (parts.kind() == layout::cells) continue;
        for (int m = 0; m < 5; ++m)
            for (const int depth : {1, 2, 4}) {
                INFO(name << ", processor " << m << ", depth " << depth);
                const halo_layout mine(parts, m, stencil::named("9"), depth);
                const halo_round round(mine, stencil::named("9"), depth);
                const round_load load = load_of(mine, round, 3);
                std::int64_t computed = 0;
                for (int step = 1; step <= depth; ++step)
                    for (const region& r : round.computed(step))
                        computed += r.cells();
                CHECK(load.steps == depth);
                CHECK(load.inner_cells + load.edge_cells == computed);
                CHECK(load.messages == static_cast<std::int64_t>(mine.sends().size()));
                CHECK(load.memory_cells == parts.cells(m) * (depth == 4 ? 2 : 1));
            }
    }
}

TEST_CASE("halo depth: a slower network never gets a smaller depth, and without messages or memory it is 1") {
    const partition parts = make_partition("contiguous_row", grid(64, 64), speeds::equal(4));
    const auto depth_for = [&](const iteration_costs& costs) {
        return depth_of_least_time(
            iteration_times_s(parts, 1, stencil::named("5"), costs, item_bytes, cache_bytes, 40));
    };
    CHECK(depth_for({0, 0, 0, 1e-9, 0}) == 1);
    int before = 1;
    for (const double latency : {1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2}) {
        const int depth = depth_for({latency, 0, 0, 1e-9, 0});
        CHECK(depth >= before);
        before = depth;
    }
    CHECK(before > 20);
    const partition alone = make_partition("contiguous_row", grid(4096, 4096), speeds::equal(1));
    const auto times = iteration_times_s(alone, 0, stencil::named("5"), {1, 1, 1, 3e-10, 6e-10}, 8, 1 << 20, 32);
    CHECK(times[15] < times[0] / 2.5);  // temporal blocking alone
}

namespace {

struct measured_depth {
    int depth;
    double ms;
};

/// The time of an iteration with the depth, on a torus of columns for equal processors.
double predicted_ms(std::int64_t side, int processors, const iteration_costs& costs, int depth) {
    const partition parts = make_partition("contiguous_column", grid(side, side), speeds::equal(processors));
    const auto times = iteration_times_s(parts, 0, stencil::named("5"), costs, item_bytes, 1 << 20, depth);
    return 1e3 * times.back();
}

}  // namespace

// bench/results/2026-11-25-halo_depth.json, the least of the samples. The program measures two times of cells, one with
// whole sweeps and one in blocks of 32 steps; here these are the measured times of the depths 1 and 32.
TEST_CASE("halo depth: from two measured times of cells, the others are predicted within 12 %") {
    const std::vector<measured_depth> one{{2, 10.561}, {4, 7.755}, {8, 6.330}, {16, 5.686}, {25, 5.207}};
    const std::vector<measured_depth> two{{2, 5.598}, {4, 4.089}, {8, 3.277}, {16, 3.060}, {25, 2.683}};
    const auto check = [](int processors, double plain_ms, double blocked_ms, const auto& all) {
        const double cells = 4096.0 * 4096 / processors;
        const auto [cell_s, memory_s] = cell_times_from(plain_ms * 1e-3 / cells, blocked_ms * 1e-3 / cells, 32, 32);
        const iteration_costs costs{0, 0, 0, cell_s, memory_s};
        for (const auto& [depth, ms] : all) {
            INFO(processors << " tasks, depth " << depth);
            CHECK(predicted_ms(4096, processors, costs, depth) == Approx(ms).epsilon(0.12));
        }
    };
    check(1, 15.307, 4.995, one);
    check(2, 8.106, 2.559, two);
}

// The same file: messages that take 10 ms. From the iterations of the depths 1, 8 and 31 follow their exchanges. (The
// samples of depth 32 are not used: they begin with the second exchange of new connections.)
TEST_CASE("halo depth: from measured exchanges of three depths, the others are predicted within 12 %") {
    iteration_costs costs{0, 0, 0, 2.65e-10, 0.3e-10};
    const double without_messages_ms = predicted_ms(512, 2, costs, 1);
    for (const auto& [depth, ms] : {measured_depth{1, 13.832}, {8, 1.8933}, {31, 0.6173}})
        costs.exchanges.push_back({depth, depth * (ms - without_messages_ms) * 1e-3});
    for (const auto& [depth, ms] : {measured_depth{2, 7.427}, {4, 3.570}, {16, 1.0897}}) {
        INFO("depth " << depth);
        CHECK(predicted_ms(512, 2, costs, depth) == Approx(ms).epsilon(0.12));
    }
}

TEST_CASE("halo depth: measured exchanges count instead of the formula, with lines between them") {
    const iteration_costs costs{1, 1, 1, 0, 0, {{2, 0.2}, {4, 0.3}, {8, 0.3}}};
    const auto exchange_of = [&](int depth) {
        return depth * iteration_time_s({.steps = depth, .messages = 2, .items = 100}, costs, 8);
    };
    CHECK(exchange_of(1) == Approx(0.2));
    CHECK(exchange_of(2) == Approx(0.2));
    CHECK(exchange_of(3) == Approx(0.25));
    CHECK(exchange_of(4) == Approx(0.3));
    CHECK(exchange_of(7) == Approx(0.3));
    CHECK(exchange_of(20) == Approx(0.3));
    CHECK(iteration_time_s({.steps = 4}, costs, 8) == 0);  // no messages
    const iteration_costs rising{0, 0, 0, 0, 0, {{1, 0.1}, {3, 0.5}}};
    CHECK(5 * iteration_time_s({.steps = 5, .messages = 1}, rising, 8) == Approx(0.9));
    CHECK_THROWS_WITH(iteration_time_s({.messages = 1}, {0, 0, 0, 0, 0, {{3, 0.1}, {3, 0.1}}}, 8),
                      Catch::Contains("depth 3 after 3"));
    CHECK_THROWS_WITH(iteration_time_s({.messages = 1}, {0, 0, 0, 0, 0, {{1, -1}}}, 8),
                      Catch::Contains("time of an exchange: -1"));
}

TEST_CASE("halo depth: the times of a cell follow from whole sweeps and from blocks, and are never negative") {
    const auto times = cell_times_from(1.0, 0.4, 32, 16);  // two passes: cell + memory = 1, cell + memory / 16 = 0.4
    CHECK(times.memory_s == Approx(0.64));
    CHECK(times.cell_s == Approx(0.36));
    CHECK(cell_times_from(0.4, 0.5, 32, 32).memory_s == 0);
    CHECK(cell_times_from(0.4, 0.5, 32, 32).cell_s == 0.5);
    CHECK(cell_times_from(1, 0, 32, 32).cell_s == 0);
    CHECK(cell_times_from(0.4, 0.1, 4, 1).cell_s == 0.4);
    CHECK_THROWS_AS(cell_times_from(-1, 0, 4, 4), error);
    CHECK_THROWS_AS(cell_times_from(1, 1, 0, 4), error);
}

TEST_CASE("halo depth: owner lists have depth 1, and wrong costs are refused by name") {
    const partition cells = make_partition("scatter", grid(8, 8), speeds::equal(2));
    const stencil pattern = stencil::named("5");
    CHECK(iteration_times_s(cells, 0, pattern, networks[0], 8, cache_bytes, 10).size() == 1);
    CHECK_THROWS_AS(depth_of_least_time({}), error);
    CHECK_THROWS_WITH(iteration_time_s({}, {-1, 0, 0, 0, 0}, 8), Catch::Contains("latency: -1"));
    CHECK_THROWS_WITH(iteration_time_s({}, {0, 0, std::numeric_limits<double>::infinity(), 0, 0}, 8),
                      Catch::Contains("time of a byte"));
    CHECK(depth_of_least_time(std::vector{2.0, 1.005, 1.0}) == 2);
}

}  // namespace halo_depth_test
