#include "banyan/part/stencil.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "banyan/part/error.hpp"

namespace stencil_test {

using namespace banyan::part;

namespace {

std::set<std::pair<std::int64_t, std::int64_t>> offsets(const stencil& s) {
    std::set<std::pair<std::int64_t, std::int64_t>> result;
    for (const direction& d : s.directions())
        result.emplace(d.rows, d.cols);
    return result;
}

}  // namespace

TEST_CASE("the named stencils send where the paper says") {
    CHECK(offsets(stencil::named("3")) == std::set<std::pair<std::int64_t, std::int64_t>>{{0, -1}, {0, 1}});
    CHECK(offsets(stencil::named("5")) ==
          std::set<std::pair<std::int64_t, std::int64_t>>{{0, -1}, {0, 1}, {-1, 0}, {1, 0}});
    std::set<std::pair<std::int64_t, std::int64_t>> box;
    for (std::int64_t r = -1; r <= 1; ++r)
        for (std::int64_t c = -1; c <= 1; ++c)
            if (r != 0 || c != 0) box.emplace(r, c);
    CHECK(offsets(stencil::named("9")) == box);
    CHECK(offsets(stencil::named("systolic")) == std::set<std::pair<std::int64_t, std::int64_t>>{{0, 1}});
    CHECK(offsets(stencil::named("wavefront")) == std::set<std::pair<std::int64_t, std::int64_t>>{{0, 1}, {1, 0}});
}

TEST_CASE("every listed stencil exists under its name") {
    for (std::string_view name : stencil::names())
        CHECK(stencil::named(name).name() == name);
}

TEST_CASE("bad stencils are refused") {
    CHECK_THROWS_WITH(stencil::named("7"), Catch::Contains("7") && Catch::Contains("3, 5, 9, systolic, wavefront"));
    CHECK_THROWS_WITH(stencil("none", {}), Catch::Contains("no direction"));
    CHECK_THROWS_WITH(stencil("still", {{"here", 0, 0}}), Catch::Contains("offset 0,0"));
    CHECK_THROWS_WITH(stencil("far", {{"out", 0, 2000}}), Catch::Contains("2000"));
    CHECK_THROWS_WITH(stencil("twice", {{"a", 0, 1}, {"b", 0, 1}}), Catch::Contains("a and b"));
}

TEST_CASE("offsets in text are a stencil, and so is a name") {
    const stencil s = stencil::parse("0,1;1,0;-1,2");
    CHECK(s.name() == "0,1;1,0;-1,2");
    CHECK(offsets(s) == std::set<std::pair<std::int64_t, std::int64_t>>{{0, 1}, {1, 0}, {-1, 2}});
    CHECK(s[2].name == "-1,2");
    CHECK(stencil::parse("3,-4").size() == 1);
    for (std::string_view name : stencil::names())
        CHECK(stencil::parse(name).name() == name);
    CHECK_THROWS_WITH(stencil::parse("7"), Catch::Contains("7") && Catch::Contains("offsets such as 0,1"));
    CHECK_THROWS_WITH(stencil::parse("0,1;1"), Catch::Contains("'1'"));
    for (const char* wrong : {"", ";", "0,1;", "0,1,2", "0,1;;1,0", " 0,1", "a,b", "0,1;0,1", "0,0", "1,9999",
                              "1,99999999999999999999", ",", "0,1;1,"})
        CHECK_THROWS_AS(stencil::parse(wrong), error);
}

}  // namespace stencil_test
