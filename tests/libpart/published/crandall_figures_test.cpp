// Statements in the text of chapter 6 about its figures.
#include "banyan/part/papers/crandall_figures.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "banyan/part/error.hpp"

namespace crandall_figures_test {

using namespace banyan::part;

namespace {

constexpr double large = 1000;  // "for large n"

bool same_at_all(const curve& a, const curve& b, double from, double tolerance) {
    return std::ranges::all_of(a.points, [&](const auto& point) {
        return point.first < from || point.second == Approx(b.at(point.first)).epsilon(tolerance);
    });
}

bool above_at_all(const curve& a, const curve& b, double from) {
    return std::ranges::all_of(
        a.points, [&](const auto& point) { return point.first < from || point.second > b.at(point.first); });
}

}  // namespace

TEST_CASE(
    "Figures 34 and 35: scatter sends most, rows fewest, and unequal processors cost interleaving and blocks more") {
    const figure equal = messages_homogeneous();
    const figure unequal = messages_heterogeneous();
    CHECK(above_at_all(equal["scatter"], equal["contiguous point"], 3));
    CHECK(above_at_all(equal["contiguous point"], equal["block"], 3));
    CHECK(above_at_all(equal["block"], equal["contiguous row"], 2));
    CHECK(same_at_all(equal["interleaved row"], equal["contiguous row"], 2, 1e-12));
    for (const char* alike : {"scatter", "contiguous point", "contiguous row"})
        CHECK(equal[alike].points == unequal[alike].points);
    CHECK(above_at_all(unequal["interleaved row"], equal["interleaved row"], 3));
    CHECK(above_at_all(unequal["block"], equal["block"], 3));
}

TEST_CASE("Figure 36: scatter worst, interleaved next, point and row nearly equal, block best for large n") {
    const figure f = cost_homogeneous();
    CHECK(above_at_all(f["scatter"], f["interleaved row"], 8));
    CHECK(above_at_all(f["interleaved row"], f["contiguous point"], 100));
    CHECK(same_at_all(f["contiguous point"], f["contiguous row"], 500, 0.15));
    CHECK(same_at_all(f["contiguous point"], f["contiguous row"], 3000, 0.025));
    CHECK(above_at_all(f["contiguous row"], f["block"], large));
    CHECK(above_at_all(f["contiguous row"], f["block 2 x 4"], large));
    CHECK(f["block"].at(20) > f["contiguous row"].at(20));  // on small grids, messages matter
    // Eight processors have no square lattice. The paper's curve is slightly below what is possible.
    CHECK(f["block 2 x 4"].at(4096) == Approx(f["block"].at(4096)).epsilon(0.08));
}

TEST_CASE("Figure 37: none below five processors, and FDDI needs ten times the side") {
    const figure f = event_horizons();
    CHECK(f["Ethernet"].points.front().first == 5);
    for (const auto& [p, side] : f["Ethernet"].points)
        CHECK(f["FDDI"].at(p) == Approx(10 * side).margin(10));
    CHECK(f["Ethernet"].at(5) > f["Ethernet"].at(10));
    CHECK(f["Ethernet"].at(10) > f["Ethernet"].at(50));
}

TEST_CASE("Figure 38: blocks beat rows and points on large grids, and not on small ones") {
    const figure f = cost_heterogeneous();
    CHECK(same_at_all(f["contiguous point"], f["contiguous row"], 3000, 0.025));
    for (const char* blocks : {"brbd", "fbrd", "phd", "columns"}) {
        CHECK(above_at_all(f["contiguous row"], f[blocks], large));
        CHECK(f[blocks].at(20) > f["contiguous row"].at(20));
    }
}

TEST_CASE("Table 2: no count is above its formula, and where all processors meet the worst case they are equal") {
    const std::vector<message_count> table = message_table();
    CHECK(table.size() == 10);
    for (const message_count& line : table) {
        INFO(line.arrangement << (line.homogeneous ? " homogeneous" : " heterogeneous"));
        CHECK(line.counted <= line.formula);
        if (line.homogeneous && line.arrangement != "contiguous point") CHECK(line.counted == line.formula);
    }
}

TEST_CASE("figures have names of their own and refuse curves that are not there") {
    std::set<std::string> names;
    for (const figure& f : crandall_figures()) {
        names.insert(f.name);
        for (const curve& c : f.curves)
            CHECK(std::ranges::is_sorted(c.points));
        CHECK_THROWS_AS(f["nothing"], error);
        CHECK_THROWS_AS(f.curves.front().at(-1), error);
    }
    CHECK(names.size() == 5);
}

}  // namespace crandall_figures_test
