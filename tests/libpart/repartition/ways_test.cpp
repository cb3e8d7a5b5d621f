// Rippling and the interleaved procedure, the table of ways, and wrong arguments.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string>

#include "banyan/part/cost.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/repartition.hpp"
#include "tests/libpart/repartition/drifting_speeds.hpp"

namespace ways_test {

using namespace banyan::part;
using namespace banyan::testing;

namespace {

/// The processors of rows 0, 1, ... of whole rows, each once, in their order.
std::vector<int> order_of_rows(const partition& parts) {
    std::vector<int> order;
    for (std::int64_t row = 0; row < parts.domain().rows(); ++row)
        if (const int owner = parts.owner(row, 0); order.empty() || order.back() != owner) order.push_back(owner);
    return order;
}

/// The text of the error that the call throws; "" if it throws none.
template <class Call>
std::string message_of(const Call& call) {
    try {
        call();
        return "";
    } catch (const error& e) {
        return e.what();
    }
}

std::int64_t position(const std::vector<int>& order, int processor) {
    return std::ranges::find(order, processor) - order.begin();
}

}  // namespace

TEST_CASE("rippled rows go to a neighbour at most, in any number of rounds") {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        source random(seed);
        const auto p = static_cast<int>(random.integer(1, 12));
        const grid domain(random.integer(p, 200), 3);
        const speeds before = random_speeds(random, p, 6);
        const partition old = make_partition("contiguous_row", domain, before);
        const auto order = order_of_rows(old);
        const speeds now = random_speeds(random, p, 6);
        const partition moved = repartition("ripple", old, now, {.rounds = static_cast<int>(random.integer(1, 40))});
        INFO("seed " << seed);
        CHECK(order_of_rows(moved) == order);
        for (std::int64_t row = 0; row < domain.rows(); ++row)
            CHECK(std::abs(position(order, moved.owner(row, 0)) - position(order, old.owner(row, 0))) <= 1);
    }
}

TEST_CASE("one round of rippling: two neighbours share fairly, and a far processor gives nothing") {
    const partition old = make_partition("contiguous_row", {120, 4}, speeds::equal(2));
    CHECK(repartition("ripple", old, {2, 1}).cells(0) == 80 * 4);
    const partition four = make_partition("contiguous_row", {400, 1}, speeds::equal(4));
    const partition moved = repartition("ripple", four, {1, 1, 1, 3});
    CHECK(moved.cells(0) == 100);
    CHECK(moved.cells(3) == 150);
    CHECK(moved.cells(1) == 75);  // then 100 and 50 rows become 75 and 75
}

TEST_CASE("repeated rippling reaches the balance") {
    const speeds now{3, 1, 1, 1, 2, 1, 1};
    partition parts = make_partition("contiguous_point", {100, 100}, speeds::equal(7));
    for (int i = 0; i < 60; ++i)
        parts = repartition("ripple", parts, now);
    CHECK(max_time_ratio(parts, now) < 1.005);
    partition blocks = make_partition("columns", {400, 400}, speeds::equal(12));
    const speeds other{1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3};
    for (int i = 0; i < 60; ++i)
        blocks = repartition("ripple", blocks, other);
    CHECK(max_time_ratio(blocks, other) < 1.02);
}

TEST_CASE("the interleaved procedure halves the work, stage by stage") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        source random(seed);
        const int p = 8;
        const grid domain(random.integer(60, 300), 2);
        std::vector<double> work(static_cast<std::size_t>(domain.rows()));
        for (double& one : work)
            one = random.real(0.5, 3);
        const auto density = work_density::of_rows(work);
        const double largest = *std::ranges::max_element(work) * 2;
        const partition old = make_partition("contiguous_row", domain, random_speeds(random, p, 6));
        const auto order = order_of_rows(old);
        const speeds now = random_speeds(random, p, 3);
        const auto stages = repartition_stages("interleaved", old, now, {.density = density});
        REQUIRE(stages.size() == 3);
        CHECK(stages.back() == repartition("interleaved", old, now, {.density = density}));
        INFO("seed " << seed);
        // After stage s, each group of p / 2^s neighbours has its share of the work of its group before, to a row.
        for (std::size_t stage = 0; stage < stages.size(); ++stage) {
            CHECK(order_of_rows(stages[stage]) == order);
            const auto load = work_of_processors(stages[stage], density);
            const auto group = static_cast<std::size_t>(p >> (stage + 1));
            const auto sum_of = [&](std::size_t first, std::size_t count, auto value) {
                double sum = 0;
                for (std::size_t i = first; i < first + count; ++i)
                    sum += value(order[i]);
                return sum;
            };
            const auto loads = [&](int i) { return load[static_cast<std::size_t>(i)]; };
            const auto speed = [&](int i) { return now[i]; };
            for (std::size_t first = 0; first < order.size(); first += 2 * group) {
                const double share =
                    sum_of(first, group, speed) / sum_of(first, 2 * group, speed) * sum_of(first, 2 * group, loads);
                CHECK(std::abs(sum_of(first, group, loads) - share) <= largest);
            }
        }
    }
}

TEST_CASE("the interleaved procedure works on cell ranges and on blocks") {
    const speeds now{5, 1, 3, 2, 2, 4, 1, 1, 3};
    const partition ranges = make_partition("contiguous_point", {200, 300}, speeds::equal(9));
    CHECK(max_time_ratio(repartition("interleaved", ranges, now), now) < 1.001);
    for (const char* method : {"columns", "brbd", "hybrid"}) {
        const partition blocks = make_partition(method, {1000, 900}, speeds::equal(9));
        INFO(method);
        CHECK(max_time_ratio(repartition("interleaved", blocks, now), now) < 1.02);
    }
    const work_density density = work_density::of_function([](auto row, auto col) { return row < col ? 3.0 : 1.0; });
    const partition moved = repartition("interleaved", ranges, now, {.density = density});
    CHECK(max_time_ratio(work_of_processors(moved, density), now) < 1.001);
}

TEST_CASE("every way keeps a partition that is balanced already") {
    for (const repartition_way& way : repartition_ways())
        for (const char* method : {"contiguous_row", "contiguous_point", "homogeneous_block"}) {
            const partition old = make_partition(method, {64, 64}, speeds::equal(16));
            INFO(way.name << ", " << method);
            CHECK(repartition(way.name, old, speeds::equal(16)) == old);
            CHECK(repartition_stages(way.name, old, speeds::equal(16)).back() == old);
        }
}

TEST_CASE("wrong arguments are named in one line") {
    const partition old = make_partition("columns", {30, 30}, speeds{1, 2, 3});
    const partition list = make_partition("scatter", {30, 30}, speeds{1, 2, 3});
    const auto of = [&](std::string_view way, const partition& from, const speeds& now,
                        const repartition_options& options = {}) {
        return message_of([&] { (void)repartition(way, from, now, options); });
    };
    CHECK(of("greedy", old, {1, 2, 3}) ==
          "way to repartition: unknown name 'greedy', allowed: incremental, ripple, interleaved");
    CHECK(of("incremental", old, {1, 2}) == "speeds: 2 given for the 3 processors of the partition");
    CHECK(of("ripple", list, {1, 2, 3}) ==
          "ripple: the partition is an owner list, allowed: rectangles that come from straight cuts, cell ranges; "
          "use incremental");
    CHECK(of("incremental", old, {1, 2, 3}, {.moving_weight = -1}) ==
          "moving_weight: -1, allowed: finite numbers from 0");
    CHECK(of("incremental", old, {1, 2, 3}, {.moving_weight = std::nan("")}) ==
          "moving_weight: nan, allowed: finite numbers from 0");
    CHECK(of("ripple", old, {1, 2, 3}, {.rounds = 0}) == "rounds: 0, allowed: at least 1");
    const partition pinwheel = partition::from_rectangles(
        {3, 3}, 5, {{0, 0, 0, 1, 2}, {1, 0, 2, 2, 1}, {2, 2, 1, 1, 2}, {3, 1, 0, 2, 1}, {4, 1, 1, 1, 1}});
    CHECK(of("ripple", pinwheel, speeds::equal(5)) ==
          "ripple: no straight cut divides a part of the partition; use incremental");
    CHECK(of("interleaved", pinwheel, speeds::equal(5)) ==
          "interleaved: no straight cut divides a part of the partition; use incremental");
    const work_density density = work_density::of_rows({1, 2, 3});  // incremental cannot change it either
    CHECK(of("ripple", pinwheel, speeds::equal(5), {.density = density}) ==
          "ripple: no straight cut divides a part of the partition; make a new partition");
    CHECK(of("interleaved", pinwheel, speeds::equal(5), {.density = density}) ==
          "interleaved: no straight cut divides a part of the partition; make a new partition");
    CHECK(of("incremental", pinwheel, speeds::equal(5), {.density = density}) ==
          "incremental: no straight cut divides a part of the partition, or it is an owner list; allowed with a "
          "density: rectangles that come from straight cuts, cell ranges; make a new partition");
    CHECK(message_of([&] {
              (void)moved_cells(old, make_partition("columns", {30, 31}, speeds{1, 2, 3}));
          }) == "moved cells: the partitions have different grids: 30 x 30 and 30 x 31");
    CHECK(message_of([&] { (void)moving_weight(1, 0, 10); }) ==
          "time of an iteration: 0 s, allowed: finite numbers above 0");
    CHECK(message_of([&] { (void)moving_weight(1, 1, -2); }) == "iterations left: -2, allowed: from 0");
    CHECK(moving_weight(2, 0.5, 100) == Approx(0.04));
}

}  // namespace ways_test
