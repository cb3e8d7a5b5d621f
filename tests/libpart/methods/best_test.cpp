// Compares `best` with every method of rectangles, by its own objective. Also tests its local search in shares.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>

#include "banyan/part/cost.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "libpart/geometry/exact_geometry.hpp"
#include "libpart/methods/method.hpp"
#include "libpart/methods/tree_search.hpp"
#include "tests/libpart/geometry/random_processors.hpp"

namespace best_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

double seconds(const partition& parts, const speeds& s, const partition_options& options) {
    const communication sent = exact_communication(parts, stencil::named("5"));
    const double mean = s.total() / s.size();
    return iteration_cost_s(parts, s, options.seconds_per_cell * mean, sent, options.net, options.item_bytes);
}

void collect(const cut_tree& node, std::multiset<std::pair<int, double>>& out) {
    if (node.direction == cut::none) out.emplace(node.processor, node.weight);
    for (const cut_tree& part : node.parts)
        collect(part, out);
}

}  // namespace

TEST_CASE("no method that makes rectangles takes less time than best") {
    testing::source random(91);
    for (int i = 0; i < 120; ++i) {
        const speeds s = testing::random_speeds(random, static_cast<int>(random.integer(1, i % 4 == 0 ? 30 : 14)),
                                                i % 2 == 0 ? 4 : 100);
        const grid g(random.integer(8, 400), random.integer(8, 400), i % 3 == 0 ? periodic::both : periodic::none);
        partition_options options;
        options.net.latency_s = i % 7 == 0 ? 0 : std::pow(10, random.real(-7, -3));
        options.net.kind = i % 5 == 0 ? medium::switched : medium::shared;
        options.seconds_per_cell = std::pow(10, random.real(-9, -6));
        const double found = seconds(make_partition("best", g, s, options), s, options);
        const std::map<std::string_view, int> most{{"slicing_exact", 10}, {"dissection_exact", 6}};
        for (const method_info& m : methods()) {
            if (m.kind != layout::rectangles || (most.contains(m.name) && s.size() > most.at(m.name))) continue;
            INFO(m.name << ", " << s.size() << " processors on " << g.rows() << " x " << g.cols());
            CHECK(found <= seconds(make_partition(m.name, g, s, options), s, options) * (1 + 1e-12));
        }
    }
}

TEST_CASE("the gap is the length over its lower bound, 1 for squares that fit") {
    const speeds s = speeds::equal(9);
    partition_options lengths;  // messages cost nothing, only lengths count
    lengths.net.latency_s = 0;
    CHECK(half_perimeter_gap(make_partition("best", {90, 90}, s, lengths), s) == Approx(1).epsilon(1e-12));
    const partition strips = make_partition("contiguous_row", {90, 90}, s);
    CHECK(half_perimeter_gap(strips, s) == Approx(100.0 / 60).epsilon(1e-12));
}

TEST_CASE("best makes strips if messages are expensive") {
    partition_options options;
    options.net.latency_s = 1;
    options.net.time_per_byte_s = 1e-9;
    const partition strips = make_partition("best", {500, 500, periodic::none}, speeds{5, 4, 3, 2, 1, 1}, options);
    CHECK(exact_communication(strips, stencil::named("5")).messages() == 10);
}

TEST_CASE("local search keeps the processors and never makes a layout longer") {
    testing::source random(92);
    int shorter = 0;
    for (int i = 0; i < 60; ++i) {
        const auto processors = testing::random_processors(random, static_cast<int>(random.integer(1, 20)), 30);
        const grid g(random.integer(100, 3000), random.integer(100, 3000));
        for (auto* method : {&hybrid, &brbd}) {
            const cut_tree before = (*method)(g, processors);
            const cut_tree after = shortened(before, g);
            std::multiset<std::pair<int, double>> was;
            std::multiset<std::pair<int, double>> is;
            collect(before, was);
            collect(after, is);
            CHECK(was == is);
            CHECK(measures_of(after, g).cut_length <= measures_of(before, g).cut_length * (1 + 1e-9) + 1e-9);
            shorter += measures_of(after, g).cut_length < measures_of(before, g).cut_length * (1 - 1e-6);
        }
    }
    CHECK(shorter > 30);
}

TEST_CASE("best refuses times per cell out of range") {
    partition_options options;
    for (double wrong : std::initializer_list<double>{-1.0, std::nan(""), INFINITY}) {
        options.seconds_per_cell = wrong;
        CHECK_THROWS_WITH(make_partition("best", {9, 9}, speeds{2, 1}, options), Catch::Contains("seconds_per_cell"));
    }
}

}  // namespace best_test
