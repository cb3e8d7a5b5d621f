// The numbers of the examples in the papers.
#include <catch2/catch.hpp>

#include "banyan/part/cost.hpp"
#include "banyan/part/methods.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace worked_examples_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

/// 1000 x 3000, shares 0.5, 0.1 x 4, 0.05 x 2 (Kaddoura, Ranka & Wang 1995, Figure 16).
const grid wide(1000, 3000);
const speeds shares{10, 2, 2, 2, 2, 1, 1};

/// Crandall 1994, Figures 27 and 28.
const speeds nine{4, 4, 3, 3, 3, 2, 2, 1, 1};
const speeds six{4, 4, 4, 3, 3, 3};

struct traffic {
    std::int64_t messages;
    double items_per_n;
    double ratio;
};

traffic on_torus(std::string_view method, std::int64_t n, const speeds& s) {
    const partition p = make_partition(method, {n, n}, s);
    const communication c = exact_communication(p, stencil::named("5"));
    return {c.messages(), static_cast<double>(c.items()) / static_cast<double>(n), max_time_ratio(p, s)};
}

}  // namespace

TEST_CASE("Figure 16: recursive bisection 5750, xy2 and columns 4500, strips 6000") {
    CHECK(cut_length(make_partition("brbd", wide, shares)) == 5750);
    CHECK(cut_length(make_partition("xy2", wide, shares)) == 4500);
    CHECK(cut_length(make_partition("columns", wide, shares)) == 4500);
    CHECK(cut_length(make_partition("contiguous_column", wide, shares)) == 6000);
    for (std::string_view name : {"brbd", "xy2", "columns", "contiguous_column"})
        CHECK(max_time_ratio(make_partition(name, wide, shares), shares) == Approx(1).epsilon(1e-12));
}

TEST_CASE("Figure 16: internal edges") {
    CHECK(internal_edges(make_partition("xy2", wide, shares)) == 9);
    CHECK(internal_edges(make_partition("brbd", wide, shares)) == 10);
    CHECK(internal_edges(make_partition("contiguous_column", wide, shares)) == 6);
}

TEST_CASE("Figure 16: xy2 makes strips of 1, 2, 2, 2 processors") {
    const partition p = make_partition("xy2", wide, shares);
    CHECK(p.blocks(0).front() == block{0, 0, 0, 1000, 1500});
    CHECK(p.blocks(1).front() == block{1, 0, 1500, 500, 600});
    CHECK(p.blocks(2).front() == block{2, 500, 1500, 500, 600});
    CHECK(p.blocks(3).front() == block{3, 0, 2100, 500, 600});
    CHECK(p.blocks(5).front() == block{5, 0, 2700, 500, 300});
    CHECK(p.blocks(6).front() == block{6, 500, 2700, 500, 300});
}

TEST_CASE("Figure 28: brbd on speeds 4,4,4,3,3,3 sends 28 messages and 10.667n items") {
    const traffic t = on_torus("brbd", 336, six);
    CHECK(t.messages == 28);
    CHECK(t.items_per_n == Approx(32.0 / 3).epsilon(1e-12));
    CHECK(t.ratio == Approx(1).epsilon(1e-12));
    CHECK(on_torus("columns", 336, six).messages == 24);
    CHECK(on_torus("columns", 336, six).items_per_n == Approx(10).epsilon(1e-12));
}

TEST_CASE("Figure 27: brbd on nine processors sends 46 messages and 13.075n items") {
    const std::int64_t n = 23 * 17 * 11 * 6;  // all cuts are whole
    const traffic t = on_torus("brbd", n, nine);
    CHECK(t.ratio == Approx(1).epsilon(1e-12));
    CHECK(t.messages == 46);
    CHECK(t.items_per_n == Approx(13.075).margin(0.0005));
}

TEST_CASE("Figure 27: the published 42 messages appear exactly where the cuts at 11/17 and 4/6 of n meet") {
    int meet = 0;
    for (std::int64_t n = 8; n <= 60; ++n) {
        const partition p = make_partition("brbd", {n, n}, nine);
        const bool aligned = p.blocks(2).front().rows == p.blocks(5).front().rows;
        CHECK(on_torus("brbd", n, nine).messages == (aligned ? 42 : 46));
        meet += aligned;
    }
    CHECK(meet > 5);
    CHECK(meet < 48);
}

TEST_CASE("Figure 27: columns sends 44 messages and 11.826n items, less than brbd") {
    const traffic t = on_torus("columns", 23 * 1020, nine);
    CHECK(t.ratio == Approx(1).epsilon(1e-12));
    CHECK(t.messages == 44);
    CHECK(t.items_per_n == Approx(11.826).margin(0.0005));
}

TEST_CASE("Figure 17: the cuts of brbd for speeds 5,4,4,3,2") {
    const partition p = make_partition("brbd", {65, 162}, speeds{5, 4, 4, 3, 2});
    CHECK(p.blocks(0).front() == block{0, 0, 0, 45, 65});     // (5,4,4) west, (5,4) north, 5 west
    CHECK(p.blocks(1).front() == block{1, 0, 65, 45, 52});    //
    CHECK(p.blocks(2).front() == block{2, 45, 0, 20, 117});   //
    CHECK(p.blocks(3).front() == block{3, 0, 117, 39, 45});   // (3,2) east, 3 north
    CHECK(p.blocks(4).front() == block{4, 39, 117, 26, 45});  //
}

TEST_CASE("Figure 18: the cuts of brbd for speeds 6,5,4,2,2,1") {
    const partition p = make_partition("brbd", {15, 440}, speeds{6, 5, 4, 2, 2, 1});
    CHECK(p.blocks(0).front() == block{0, 0, 0, 11, 180});
    CHECK(p.blocks(1).front() == block{1, 0, 180, 11, 150});
    CHECK(p.blocks(2).front() == block{2, 11, 0, 4, 330});
    CHECK(p.blocks(5).front() == block{5, 12, 330, 3, 110});
    CHECK(p.blocks(3).front().rows == 12);
}

TEST_CASE("Table 2: messages of a 5-point stencil on a torus") {
    const grid g(2310, 2310);
    const auto messages = [&](std::string_view name, const speeds& s) {
        return exact_communication(make_partition(name, g, s), stencil::named("5")).messages();
    };
    CHECK(messages("contiguous_row", nine) == 2 * 9);
    CHECK(messages("contiguous_point", nine) == 6 * 9 - 4);
    CHECK(messages("brbd", nine) <= 6 * 9 - 4);
    CHECK(messages("contiguous_row", speeds::equal(9)) == 2 * 9);
    CHECK(messages("homogeneous_block", speeds::equal(9)) == 4 * 9);
    const partition points = make_partition("contiguous_point", {2311, 2311}, speeds::equal(9));
    CHECK(exact_communication(points, stencil::named("5")).messages() == 6 * 9 - 4);
}

TEST_CASE("whole cells: 64 processors on 100 x 100 wait for the slowest at most 1.072 of an ideal time on average") {
    testing::source random(64);
    double sum = 0;
    constexpr int instances = 40;
    for (int i = 0; i < instances; ++i) {
        const speeds s = testing::random_speeds(random, 64, 10);
        sum += max_time_ratio(make_partition("columns", {100, 100}, s), s);
    }
    CHECK(sum / instances <= 1.072);
}

}  // namespace worked_examples_test
