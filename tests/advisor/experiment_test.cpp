#include "advisor/experiment.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <vector>

namespace experiment_test {

using namespace banyan::advisor;

using methods = std::vector<std::size_t>;

TEST_CASE("two methods run in the order a, b, b, a, then b, a, a, b") {
    const methods two{0, 3};
    CHECK(run_order(two, 0) == methods{0, 3, 3, 0});
    CHECK(run_order(two, 1) == methods{3, 0, 0, 3});
    CHECK(run_order(two, 2) == run_order(two, 0));
    CHECK(run_order(methods{4}, 5) == methods{4, 4});
    CHECK(run_order({}, 0).empty());
}

TEST_CASE("all methods run twice at the same mean place, once in each half of a trial") {
    methods all(GENERATE(std::size_t{1}, 2U, 3U, 7U, 20U));
    std::iota(all.begin(), all.end(), std::size_t{5});
    const int number = GENERATE(0, 1, 2, 3);
    const auto order = run_order(all, number);
    REQUIRE(order.size() == 2 * all.size());
    const auto middle = order.begin() + static_cast<std::ptrdiff_t>(all.size());
    for (const auto m : all) {
        const auto first = std::find(order.begin(), middle, m);
        const auto second = std::find(middle, order.end(), m);
        REQUIRE(first != middle);
        REQUIRE(second != order.end());
        CHECK((first - order.begin()) + (second - order.begin()) == static_cast<std::ptrdiff_t>(2 * all.size()) - 1);
    }
}

}  // namespace experiment_test
