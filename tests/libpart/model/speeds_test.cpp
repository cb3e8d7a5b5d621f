#include "banyan/part/speeds.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "banyan/part/error.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace speeds_test {

using namespace banyan::part;
namespace testing = banyan::testing;

TEST_CASE("speeds keep the order of the processors and give shares") {
    const speeds s{1, 4, 3};
    CHECK(s.size() == 3);
    CHECK(s[1] == 4);
    CHECK(s.total() == 8);
    CHECK(s.share(1) == 0.5);
    CHECK(s.descending() == std::vector<int>{1, 2, 0});
    CHECK_FALSE(s.all_equal());
    CHECK(speeds::equal(4).all_equal());
}

TEST_CASE("equal speeds stay in the order of their index") {
    CHECK(speeds({2, 3, 2, 3}).descending() == std::vector<int>{1, 3, 0, 2});
}

TEST_CASE("the total does not depend on the order") {
    testing::source random(7);
    std::vector<double> values;
    for (int i = 0; i < 100; ++i)
        values.push_back(random.real(0.001, 1000));
    const double total = speeds(values).total();
    for (int i = 0; i < 20; ++i) {
        random.shuffle(values);
        CHECK(speeds(values).total() == total);
    }
}

TEST_CASE("bad speeds are refused by index and value") {
    CHECK_THROWS_WITH(speeds({1, 0, 2}), Catch::Contains("speed 0 of processor 1"));
    CHECK_THROWS_WITH(speeds({1, 2, -3}), Catch::Contains("speed -3 of processor 2"));
    CHECK_THROWS_WITH(speeds({std::numeric_limits<double>::quiet_NaN()}), Catch::Contains("nan of processor 0"));
    CHECK_THROWS_WITH(speeds({1, std::numeric_limits<double>::infinity()}), Catch::Contains("inf of processor 1"));
    CHECK_THROWS_WITH(speeds({1, 1e-13}), Catch::Contains("processor 1") && Catch::Contains("1e+12 times"));
    CHECK_THROWS_WITH(speeds(std::vector<double>{}), Catch::Contains("0 processors"));
    CHECK_THROWS_WITH(speeds({1.7e308, 1.7e308}), Catch::Contains("sum"));
    CHECK_THROWS_AS(speeds::equal(0), error);
    CHECK_THROWS_AS(speeds::equal(-1), error);
}

}  // namespace speeds_test
