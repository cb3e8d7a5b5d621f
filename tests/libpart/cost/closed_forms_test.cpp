// Compares the closed forms of Crandall's chapter 6 with the exact counts of real partitions.
#include "banyan/part/papers/closed_forms.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/patterns.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace closed_forms_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

struct named_movement {
    communication_pattern pattern;
    const char* name;
};

constexpr named_movement stencils[] = {{communication_pattern::systolic, "systolic"},
                                       {communication_pattern::wavefront, "wavefront"},
                                       {communication_pattern::three_point, "3"},
                                       {communication_pattern::five_point, "5"},
                                       {communication_pattern::nine_point, "9"}};

/// Random network and item size.
struct setting {
    explicit setting(testing::source& random)
        : d(random.integer(1, 64)),
          net{random.real(1e-6, 1e-2),
              random.real(1e-9, 1e-5),
              medium::shared,
              {random.integer(100, 9000), random.integer(0, 100)}} {}
    std::int64_t d;
    network net;
};

double latencies(const communication& c) {
    double sum = 0;
    for (int k = 0; k < c.directions(); ++k) {
        std::int64_t most = 0;
        for (int processor = 0; processor < c.processors(); ++processor)
            most = std::max(most, c.messages(processor, k));
        sum += static_cast<double>(most);
    }
    return sum;
}

torus_problem problem_of(const partition& p) {
    return {static_cast<double>(p.domain().rows()), static_cast<double>(p.domain().cols()),
            static_cast<double>(p.processors())};
}

void check_equal(const communication& counted, const closed_form& form, const setting& s) {
    CHECK(form.exact);
    CHECK(form.messages() == Approx(static_cast<double>(counted.messages())));
    CHECK(form.items() == Approx(static_cast<double>(counted.items())));
    CHECK(form.latencies() == Approx(latencies(counted)));
    CHECK(closed_form_cost_s(form, s.net, s.d) == Approx(communication_cost_s(counted, s.net, s.d)).epsilon(1e-10));
}

void check_bound(const communication& counted, const closed_form& form, const setting& s) {
    constexpr double room = 1 + 1e-12;
    CHECK_FALSE(form.exact);
    CHECK(static_cast<double>(counted.messages()) <= form.messages());
    CHECK(static_cast<double>(counted.items()) <= form.items() * room);
    CHECK(latencies(counted) <= form.latencies());
    CHECK(communication_cost_s(counted, s.net, s.d) <= closed_form_cost_s(form, s.net, s.d) * room);
}

void check_all_stencils(const partition& parts, arrangement how, system_kind processors, const setting& s,
                        bool bound = false) {
    for (const named_movement& m : stencils) {
        INFO(m.name << " on " << parts.domain().rows() << " x " << parts.domain().cols() << ", " << parts.processors());
        const communication counted = exact_communication(parts, stencil::named(m.name));
        const closed_form form = closed_form_of(m.pattern, how, processors, problem_of(parts)).value();
        if (bound)
            check_bound(counted, form, s);
        else
            check_equal(counted, form, s);
    }
}

partition rows_distributed(std::int64_t cols, int processors, const std::vector<int>& pattern) {
    std::vector<std::int32_t> owners;
    for (int processor : pattern)
        owners.insert(owners.end(), static_cast<std::size_t>(cols), processor);
    return partition::from_owners({std::ssize(pattern), cols}, processors, owners);
}

/// Figure 12b: the processors take one row each, in rounds. A processor of speed s takes part in s rounds. Then the
/// pattern is repeated.
std::vector<int> interleaved(const std::vector<int>& speeds, int times) {
    std::vector<int> pattern;
    for (int repeat = 0; repeat < times; ++repeat)
        for (int round = 0; round < speeds.front(); ++round)
            for (std::size_t processor = 0; processor < speeds.size(); ++processor)
                if (speeds[processor] > round) pattern.push_back(static_cast<int>(processor));
    return pattern;
}

partition scattered(testing::source& random, const grid& domain, int processors) {
    std::vector<std::int32_t> owners;
    for (std::int64_t cell = 0; cell < domain.cells(); ++cell)
        owners.push_back(static_cast<std::int32_t>(random.integer(0, processors - 1)));
    return partition::from_owners(domain, processors, owners);
}

}  // namespace

TEST_CASE("contiguous rows: the closed forms are the exact count, whatever the speeds") {
    testing::source random(71);
    for (int i = 0; i < 60; ++i) {
        const int p = static_cast<int>(random.integer(1, 12));
        const partition rows = make_partition("contiguous_row", {random.integer(p, 4000), random.integer(1, 3000)},
                                              testing::random_speeds(random, p, 5));
        check_all_stencils(rows, arrangement::contiguous_row, system_kind::heterogeneous, setting(random));
    }
}

TEST_CASE("contiguous points: the closed forms are the exact count when every cut falls inside a row of its own") {
    testing::source random(72);
    for (int i = 0; i < 60; ++i) {
        const int p = static_cast<int>(random.integer(2, 12));
        const std::int64_t n = random.integer(3, 1000);
        std::vector<cell_range> ranges;
        for (int processor = 0; processor < p; ++processor) {  // between 3k and 3k + 3 rows, with a fraction added
            const std::int64_t first = processor == 0 ? 0 : ranges.back().first + ranges.back().count;
            const std::int64_t end = (3 * processor + 3) * n + random.integer(1, n - 1);
            ranges.push_back({processor, first, (processor + 1 == p ? (3 * p + 3) * n : end) - first});
        }
        const partition points = partition::from_ranges({3 * p + 3, n}, p, ranges);
        check_all_stencils(points, arrangement::contiguous_point, system_kind::heterogeneous, setting(random));
        const double nine = static_cast<double>(exact_communication(points, stencil::named("9")).messages());
        CHECK(nine == 10.0 * p - 4);
        CHECK(five_point_messages(arrangement::contiguous_point, system_kind::heterogeneous, p) == 6.0 * p - 4);
    }
}

TEST_CASE("contiguous points of less than two rows send more in the diagonal directions than the closed form") {
    const partition points = partition::from_ranges({4, 5}, 3, {{0, 0, 6}, {1, 6, 6}, {2, 12, 8}});
    CHECK(exact_communication(points, stencil::named("9")).messages() > 10 * 3 - 4);
    CHECK(exact_communication(points, stencil::named("5")).messages() == 6 * 3 - 4);
}

TEST_CASE("homogeneous blocks: the closed forms are the exact count on grids that divide, square or not") {
    testing::source random(73);
    for (int i = 0; i < 60; ++i) {
        const std::int64_t q = random.integer(1, 6);
        const std::int64_t height = random.integer(2, 300);
        const std::int64_t width = random.integer(2, 300);
        std::vector<block> blocks;
        for (std::int64_t b = 0; b < q * q; ++b)
            blocks.push_back({static_cast<int>(b), b / q * height, b % q * width, height, width});
        const partition parts = partition::from_rectangles({q * height, q * width}, static_cast<int>(q * q), blocks);
        check_all_stencils(parts, arrangement::block, system_kind::homogeneous, setting(random));
    }
}

TEST_CASE("interleaved rows: exact for equal processors, a bound for the order of Figure 12b") {
    testing::source random(74);
    for (int i = 0; i < 15; ++i) {
        const setting s(random);
        const int p = static_cast<int>(random.integer(1, 9));
        const std::int64_t n = random.integer(1, 60);
        const partition equal = rows_distributed(
            n, p,
            interleaved(std::vector<int>(static_cast<std::size_t>(p), 1), static_cast<int>(random.integer(1, 8))));
        check_all_stencils(equal, arrangement::interleaved_row, system_kind::homogeneous, s);
        if (p == 1) continue;
        std::vector<int> speeds;
        for (int processor = 0; processor < p; ++processor)
            speeds.push_back(static_cast<int>(random.integer(1, 9)));
        std::ranges::sort(speeds, std::greater());
        const partition unequal = rows_distributed(n, p, interleaved(speeds, static_cast<int>(random.integer(1, 4))));
        check_all_stencils(unequal, arrangement::interleaved_row, system_kind::heterogeneous, s, true);
    }
    // All speeds are different, so the worst case is reached: 4(p - 1) messages, of which the fastest sends p - 1
    // north.
    const partition worst = rows_distributed(3, 4, interleaved({7, 5, 3, 1}, 3));
    const communication sent = exact_communication(worst, stencil::named("5"));
    CHECK(static_cast<double>(sent.messages()) ==
          five_point_messages(arrangement::interleaved_row, system_kind::heterogeneous, 4));
    CHECK(latencies(sent) == closed_form_of(communication_pattern::five_point, arrangement::interleaved_row,
                                            system_kind::heterogeneous, problem_of(worst))
                                 ->latencies());
}

TEST_CASE("scattered cells reach the worst case in messages and never exceed it") {
    testing::source random(75);
    for (int i = 0; i < 20; ++i) {
        const partition cells =
            scattered(random, testing::random_grid(random, 20).cells() > 40 ? grid(20, 13) : grid(9, 30),
                      static_cast<int>(random.integer(2, 9)));
        check_all_stencils(cells, arrangement::scatter, system_kind::heterogeneous, setting(random), true);
    }
    const communication sent = exact_communication(scattered(random, {80, 80}, 6), stencil::named("5"));
    CHECK(static_cast<double>(sent.messages()) ==
          five_point_messages(arrangement::scatter, system_kind::homogeneous, 6));
}

TEST_CASE("broadcast, reduction and random cost the same for every arrangement") {
    testing::source random(76);
    for (int i = 0; i < 40; ++i) {
        const setting s(random);
        const int p = static_cast<int>(random.integer(1, 12));
        const std::int64_t side = p * random.integer(1, 9);
        for (const char* method : {"contiguous_row", "contiguous_point", "homogeneous_block"}) {
            const partition parts = make_partition(method, {side, side}, speeds::equal(p));
            const auto form = [&](communication_pattern m) {
                return closed_form_of(m, arrangement::scatter, system_kind::homogeneous, problem_of(parts)).value();
            };
            check_equal(broadcast_communication(parts, p - 1), form(communication_pattern::broadcast), s);
            check_equal(reduction_communication(parts, 0), form(communication_pattern::reduction), s);
            check_equal(random_communication(parts), form(communication_pattern::random), s);
        }
        if (p == 1) continue;
        const partition unequal = make_partition("contiguous_row", {side, side}, testing::random_speeds(random, p, 4));
        check_bound(random_communication(unequal),
                    *closed_form_of(communication_pattern::random, arrangement::block, system_kind::heterogeneous,
                                    problem_of(unequal)),
                    s);
    }
}

TEST_CASE("Table 2's bound for heterogeneous blocks holds, and so does the systolic one of binary recursion") {
    testing::source random(77);
    for (int i = 0; i < 300; ++i) {
        const int p = static_cast<int>(random.integer(2, 40));
        const partition parts = make_partition("brbd", {2000, 2000}, testing::random_speeds(random, p, 6));
        const auto count = [&](const char* name) {
            return static_cast<double>(exact_communication(parts, stencil::named(name)).messages());
        };
        CHECK(count("5") <= five_point_messages(arrangement::block, system_kind::heterogeneous, p));
        if (p >= 4) CHECK(count("systolic") <= brbd_systolic_messages(p));
    }
    CHECK(brbd_systolic_messages(4) == 6);
    CHECK(brbd_systolic_messages(8) == 10);   // 4..7: level 2, one each
    CHECK(brbd_systolic_messages(16) == 26);  // 8..15: level 3, two each
    CHECK(general_quadrilateral_messages(communication_pattern::systolic, 4) == 7);
    CHECK(general_quadrilateral_messages(communication_pattern::five_point, 4) == 28);
}

TEST_CASE("a measured network of one class without frames costs what the model costs") {
    testing::source random(78);
    for (int i = 0; i < 20; ++i) {
        network net{random.real(1e-6, 1e-2), random.real(1e-9, 1e-5), medium::shared, {1460, 0}};
        const measured_network measured({{0, net.latency_s, net.time_per_byte_s}});
        const auto form = closed_form_of(communication_pattern::nine_point, arrangement::block,
                                         system_kind::homogeneous, {900, 600, 9});
        CHECK(closed_form_cost_s(*form, measured, 8) == Approx(closed_form_cost_s(*form, net, 8)));
    }
}

TEST_CASE("combinations without a closed form give nothing or an error") {
    CHECK_FALSE(closed_form_of(communication_pattern::five_point, arrangement::block, system_kind::heterogeneous,
                               {100, 100, 4}));
    const closed_form alone =
        *closed_form_of(communication_pattern::five_point, arrangement::block, system_kind::heterogeneous, {9, 9, 1});
    CHECK(alone.messages() == 0);
    CHECK_THROWS_AS(
        closed_form_of(communication_pattern::systolic, arrangement::block, system_kind::homogeneous, {0, 9, 4}),
        error);
    CHECK_THROWS_AS(
        closed_form_of(communication_pattern::systolic, arrangement::block, system_kind::homogeneous, {9, NAN, 4}),
        error);
    CHECK_THROWS_WITH(closed_form_cost_s(alone, network{1, 1, medium::switched}, 8), Catch::Contains("switched"));
    CHECK_THROWS_AS(closed_form_cost_s(alone, network{}, 0), error);
    CHECK_THROWS_AS(brbd_systolic_messages(3), error);
    CHECK_THROWS_AS(five_point_messages(arrangement::block, system_kind::homogeneous, 0), error);
    CHECK_THROWS_AS(general_quadrilateral_messages(communication_pattern::wavefront, 4), error);
}

}  // namespace closed_forms_test
