#include "advisor/experiment.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

namespace experiment_test {

using namespace banyan::advisor;

TEST_CASE("two methods run in the order a, b, b, a, then b, a, a, b") {
    CHECK(run_order(2, 0) == std::vector{0, 1, 1, 0});
    CHECK(run_order(2, 1) == std::vector{1, 0, 0, 1});
    CHECK(run_order(2, 2) == run_order(2, 0));
    CHECK(run_order(1, 5) == std::vector{0, 0});
}

TEST_CASE("all methods run twice at the same mean place, once in each half of a trial") {
    const int methods = GENERATE(1, 2, 3, 7, 20);
    const int number = GENERATE(0, 1, 2, 3);
    const auto order = run_order(methods, number);
    REQUIRE(order.size() == 2 * static_cast<std::size_t>(methods));
    const auto middle = order.begin() + methods;
    for (int m = 0; m < methods; ++m) {
        const auto first = std::find(order.begin(), middle, m);
        const auto second = std::find(middle, order.end(), m);
        REQUIRE(first != middle);
        REQUIRE(second != order.end());
        CHECK((first - order.begin()) + (second - order.begin()) == 2 * methods - 1);
    }
}

}  // namespace experiment_test
