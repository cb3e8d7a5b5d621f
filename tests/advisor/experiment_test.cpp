#include "advisor/experiment.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "banyan/part/methods.hpp"
#include "banyan/part/speeds.hpp"

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

TEST_CASE("the run that is compared with a prediction has the speeds of its partition and a warm-up") {
    problem task;
    task.domain = {30, 40};
    task.flops = 50;
    task.methods = {"row", "column"};
    survey found;
    for (const auto& method : task.methods) {
        const std::vector<double> speeds{1e6, method == "row" ? 2e6 : 3e6};
        found.partitions.push_back(
            {banyan::part::make_partition(method, task.domain, banyan::part::speeds(speeds)), speeds, true});
    }
    const auto run = compared_run(task, found, 1, 1e-3, 0.5);
    CHECK(run.domain.rows() == 30);
    CHECK(run.method == "column");
    CHECK(run.speeds == std::vector<double>{1e6, 3e6});
    CHECK(run.iterations == 500);
    CHECK(run.warm_up == 100);
    CHECK(run.flops == 50);
    CHECK(compared_run(task, found, 0, 0.1, 0.5).warm_up == 8);  // the first iterations of new processes are slow
    CHECK_THROWS_AS(compared_run(task, found, 2, 1e-3, 0.5), std::out_of_range);
}

}  // namespace experiment_test
