// The methods that distribute units: scatter, interleaved, maximum dispersion.
#include <catch2/catch.hpp>
#include <map>

#include "banyan/part/communication.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/lookup.hpp"
#include "banyan/part/methods.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace unit_distribution_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

const std::vector<std::string_view> distribution_methods{
    "scatter",           "scatter_row",       "scatter_column",
    "scatter_block",     "interleaved_row",   "interleaved_column",
    "interleaved_point", "interleaved_block", "maximum_dispersion"};

std::int64_t messages(std::string_view method, const grid& domain, const speeds& s,
                      const partition_options& options = {}) {
    return exact_communication(make_partition(method, domain, s, options), stencil::named("5")).messages();
}

/// Owners of the first column.
std::vector<int> down(const partition& p) {
    std::vector<int> result;
    for (std::int64_t row = 0; row < p.domain().rows(); ++row)
        result.push_back(p.owner(row, 0));
    return result;
}

/// Lengths of the maximal row-major ranges of one owner.
std::vector<std::int64_t> run_lengths(const partition& p) {
    const std::vector<std::int32_t> owners = p.owners();
    std::vector<std::int64_t> lengths{0};
    for (std::size_t i = 0; i < owners.size(); ++i) {
        if (i > 0 && owners[i] != owners[i - 1]) lengths.push_back(0);
        ++lengths.back();
    }
    return lengths;
}

}  // namespace

TEST_CASE("scatter gives exact shares, within a cell, for every seed") {
    testing::source random(71);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const grid domain(random.integer(50, 90), random.integer(50, 90));
        const speeds s = testing::random_speeds(random, static_cast<int>(random.integer(2, 12)), 6);
        const partition p = make_partition("scatter", domain, s, {.seed = seed});
        double at_most = 0;  // the divisor method gives at most the exact share plus one cell for each processor
        for (int processor = 0; processor < s.size(); ++processor) {
            const double share = s.share(processor) * static_cast<double>(domain.cells());
            CHECK(static_cast<double>(p.cells(processor)) > share - 1);
            CHECK(static_cast<double>(p.cells(processor)) < share + s.size());
            at_most = std::max(at_most, static_cast<double>(p.cells(processor)) / share);
        }
        CHECK(at_most < 1.02);
        CHECK_FALSE(p == make_partition("scatter", domain, s, {.seed = seed + 1}));
        const partition rows = make_partition("scatter_row", domain, s, {.seed = seed});
        const partition cols = make_partition("scatter_column", domain, s, {.seed = seed});
        for (std::int64_t cell = 0; cell < domain.cells(); ++cell) {
            const std::int64_t row = cell / domain.cols();
            const std::int64_t col = cell % domain.cols();
            REQUIRE(rows.owner(row, col) == rows.owner(row, 0));
            REQUIRE(cols.owner(row, col) == cols.owner(0, col));
        }
    }
}

TEST_CASE("scattered cells have no order: neighbours have the same owner as often as random ones") {
    const speeds s{4, 2, 2, 1, 1};
    const partition p = make_partition("scatter", {400, 400}, s);
    std::int64_t alike = 0;
    for (std::int64_t row = 0; row < 400; ++row)
        for (std::int64_t col = 1; col < 400; ++col)
            alike += p.owner(row, col) == p.owner(row, col - 1) ? 1 : 0;
    const double chance = 0.16 + 2 * 0.04 + 2 * 0.01;                                 // sum of the squared shares
    CHECK(static_cast<double>(alike) / (400 * 399) == Approx(chance).margin(0.006));  // five standard deviations
}

TEST_CASE("blocks have the given side, smaller only at the edges") {
    const grid domain(50, 70);
    for (std::string_view method : {"scatter_block", "interleaved_block"}) {
        const partition p = make_partition(method, domain, speeds{3, 2, 1}, {.block_side = 8});
        for (std::int64_t row = 0; row < 50; ++row)
            for (std::int64_t col = 0; col < 70; ++col)
                REQUIRE(p.owner(row, col) == p.owner(row / 8 * 8, col / 8 * 8));
    }
    const partition few = make_partition("scatter_block", domain, speeds::equal(6), {.block_side = 40});  // 2 x 2
    CHECK(std::vector<int>(few.dropped().begin(), few.dropped().end()) == std::vector<int>{4, 5});
}

TEST_CASE("interleaving repeats the pattern of the speeds") {
    CHECK(down(make_partition("interleaved_row", {7, 2}, speeds::equal(3))) == std::vector<int>{0, 1, 2, 0, 1, 2, 0});
    const std::vector<int> paper{0, 0, 0, 0, 1, 1, 2, 2, 3};  // Crandall's Figure 12: speeds 4, 2, 2, 1
    std::vector<int> twice = paper;
    twice.insert(twice.end(), paper.begin(), paper.end());
    for (double unit : {1.0, 0.125, 1.0 / 3})
        CHECK(down(make_partition("interleaved_row", {18, 3}, speeds{4 * unit, 2 * unit, 2 * unit, unit})) == twice);
    const partition across = make_partition("interleaved_column", {3, 18}, speeds{4, 2, 2, 1});
    for (std::int64_t col = 0; col < 18; ++col)
        CHECK(across.owner(1, col) == twice[static_cast<std::size_t>(col)]);
    const partition points = make_partition("interleaved_point", {5, 4}, speeds{2, 1});
    for (std::int64_t cell = 0; cell < 20; ++cell)
        CHECK(points.owner(cell / 4, cell % 4) == (cell % 3 == 2 ? 1 : 0));
}

TEST_CASE("interleaving can assign one unit at a time until the shares are used up") {
    const partition p =
        make_partition("interleaved_row", {9, 2}, speeds{4, 2, 2, 1}, {.order = distribution_order::units_in_turn});
    CHECK(down(p) == std::vector<int>{0, 1, 2, 3, 0, 1, 2, 0, 0});
}

TEST_CASE("speeds without a small pattern get one within the tolerance") {
    const speeds s{3.14159, 2.71828, 1.41421};
    for (double tolerance : {0.2, 0.01, 0.001}) {
        const partition p = make_partition("interleaved_point", {1000, 1000}, s, {.pattern_tolerance = tolerance});
        for (int processor = 0; processor < 3; ++processor)
            CHECK(static_cast<double>(p.cells(processor)) <= 1e6 * s.share(processor) * (1 + tolerance) + 1000);
    }
    const auto longest = [&](double tolerance) {
        const auto lengths =
            run_lengths(make_partition("interleaved_point", {100, 100}, s, {.pattern_tolerance = tolerance}));
        return *std::ranges::max_element(lengths);
    };
    CHECK(longest(0.2) < longest(0.001));
    CHECK(make_partition("interleaved_row", {12, 5}, speeds{1e9, 1, 1}).cells(0) == 50);  // every processor has a row
}

TEST_CASE("maximum dispersion keeps ranges within the length") {
    const partition vector = make_partition("maximum_dispersion", {1, 12000}, speeds::equal(4));
    CHECK(run_lengths(vector) == std::vector<std::int64_t>(120, 100));  // an example from the nCUBE guide
    for (int processor = 0; processor < 4; ++processor)
        CHECK(vector.cells(processor) == 3000);
    testing::source random(72);
    for (int i = 0; i < 100; ++i) {
        const grid domain(random.integer(20, 60), random.integer(20, 60));
        const speeds s = testing::random_speeds(random, static_cast<int>(random.integer(2, 9)), 5);
        const std::int64_t length = random.integer(1, 60);
        const partition p = make_partition("maximum_dispersion", domain, s, {.range_length = length});
        const auto lengths = run_lengths(p);
        CHECK(*std::ranges::max_element(lengths) <= length);
        CHECK(p.dropped().empty());
    }
}

TEST_CASE("messages of Table 2: scatter 4p(p-1), interleaved rows 2p and at most 4(p-1)") {
    for (int p : {3, 4, 8, 16}) {
        CHECK(messages("scatter", {128, 128}, speeds::equal(p)) == 4 * p * (p - 1));
        CHECK(messages("interleaved_row", {16 * p, 20}, speeds::equal(p)) == 2 * p);
        CHECK(messages("interleaved_column", {20, 16 * p}, speeds::equal(p)) == 2 * p);
        std::vector<double> falling;
        for (int i = 0; i < p; ++i)
            falling.push_back(p - i);
        CHECK(messages("scatter", {256, 256}, speeds(falling)) == 4 * p * (p - 1));
        // The paper's 4(p-1) holds if the processors take one row at a time. If each takes its whole share at a time,
        // 2p suffice.
        const grid rounds(p * (p + 1), 20);
        CHECK(messages("interleaved_row", rounds, speeds(falling)) == 2 * p);
        CHECK(messages("interleaved_row", rounds, speeds(falling), {.order = distribution_order::units_in_turn}) ==
              4 * (p - 1));
    }
}

TEST_CASE("lookup by units and patterns finds the owners of the partition") {
    testing::source random(73);
    for (int i = 0; i < testing::samples(60); ++i) {
        const grid domain = testing::random_grid(random, 40);
        const int most = static_cast<int>(std::min<std::int64_t>(domain.cells(), 9));
        const speeds s = testing::random_speeds(random, static_cast<int>(random.integer(1, most)), 5);
        const partition_options options{.seed = static_cast<std::uint64_t>(i),
                                        .range_length = random.integer(1, 20),
                                        .block_side = random.integer(0, 9)};
        for (const method_info& m : methods()) {
            if (s.size() > m.max_processors) continue;
            if (s.size() + 2 > m.max_processors && i % 20 != 0) continue;  // exact searches are slow near their limits
            const partition p = make_partition(m.name, domain, s, options);
            const owner_lookup find(m.name, domain, s, options);
            for (std::int64_t row = 0; row < domain.rows(); ++row)
                for (std::int64_t col = 0; col < domain.cols(); ++col)
                    REQUIRE(find(row, col) == p.owner(row, col));
            CHECK_THROWS_AS(find(domain.rows(), 0), error);
        }
    }
}

TEST_CASE("unit distributions have the tables of the paper") {
    const grid g(48, 64);
    const speeds unequal{4, 2, 2, 1};
    const auto bytes = [&](std::string_view method, const speeds& s) {
        return owner_lookup(method, g, s, {.block_side = 8}).table_bytes();
    };
    CHECK(bytes("scatter", unequal) == 48 * 64);
    CHECK(bytes("scatter", speeds::equal(300)) == 2 * 48 * 64);
    CHECK(bytes("scatter_row", unequal) == 48);
    CHECK(bytes("scatter_column", unequal) == 64);
    CHECK(bytes("scatter_block", unequal) == 6 * 8);
    for (std::string_view method :
         {"interleaved_row", "interleaved_column", "interleaved_point", "interleaved_block"}) {
        CHECK(bytes(method, speeds::equal(4)) == 0);
        CHECK(bytes(method, unequal) == 4 * 4);
    }
    CHECK(bytes("maximum_dispersion", unequal) == 4 * 4);
    CHECK(bytes("brbd", unequal) == 16 * 4);
    const owner_lookup vast("interleaved_row", {grid::max_side, grid::max_side}, unequal);
    CHECK(vast(9 * 200'000'000 + 4, grid::max_side - 1) == 1);
}

TEST_CASE("distribution methods refuse options out of range") {
    const grid g(10, 10);
    const speeds s{1, 1};
    CHECK_THROWS_WITH(make_partition("maximum_dispersion", g, s, {.range_length = 0}),
                      "range_length: 0, allowed: at least 1");
    CHECK_THROWS_WITH(make_partition("scatter_block", g, s, {.block_side = -3}),
                      Catch::Contains("block_side: -3, allowed: 0"));
    CHECK_THROWS_WITH(make_partition("interleaved_row", g, s, {.pattern_tolerance = -1}),
                      Catch::Contains("pattern_tolerance: -1, allowed: at least 0"));
    for (std::string_view method : distribution_methods)
        CHECK_THROWS_WITH(make_partition(method, {grid::max_side, grid::max_side}, s),
                          Catch::Contains("cells, allowed: at most 268435456"));
}

}  // namespace unit_distribution_test
