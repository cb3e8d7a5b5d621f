#include "advisor/measurement_plan.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

namespace measurement_plan_test {

using namespace banyan::advisor;

namespace {

/// A method whose iterations take `seconds`, with normal noise of the relative size `noise`.
candidate measured(const std::string& method, double seconds, double noise, std::size_t samples, unsigned seed = 1) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> relative(0.0, noise);
    candidate one{method, {{seconds / 2}}, {}, {}};
    for (std::size_t i = 0; i < samples; ++i) {
        one.calibration.both_s.push_back(seconds * std::exp(relative(random)));
        one.calibration.sweep_s.push_back(seconds / 2);
    }
    return one;
}

next_measurement plan(const std::vector<candidate>& all) {
    return plan_measurement(all, rank_methods(all, {}));
}

}  // namespace

TEST_CASE("a method whose interval is clearly above that of the best one is not measured further") {
    const auto next =
        plan({measured("slow", 2e-3, 0.02, 3, 3), measured("a", 1e-3, 0.02, 3), measured("b", 1.01e-3, 0.02, 3, 2)});
    CHECK(next.result == decision::undecided);  // too few samples
    CHECK(next.contenders.size() == 2);
    CHECK(std::ranges::count(next.contenders, std::size_t{0}) == 0);
}

TEST_CASE("the fastest method is known if it is the fastest in 95 % of the draws") {
    const auto next = plan({measured("a", 1e-3, 0.01, 9), measured("b", 1.06e-3, 0.01, 9, 2)});
    CHECK(next.result == decision::fastest);
    CHECK(next.contenders.front() == 0);
    CHECK(plan({measured("a", 1e-3, 0.01, 5), measured("b", 1.06e-3, 0.01, 5, 2)}).contenders.size() >= 1);
    CHECK(plan({measured("a", 1e-3, 0.3, 9), measured("b", 1.06e-3, 0.3, 9, 2)}).result == decision::undecided);
}

TEST_CASE("equal times with narrow intervals are a tie") {
    const auto next = plan({measured("a", 1e-3, 0.004, 9), measured("b", 1.001e-3, 0.004, 9, 2)});
    CHECK(next.result == decision::tie);
    CHECK(next.contenders.size() == 2);
}

TEST_CASE("a partition that several methods made is one contender and can be certain") {
    auto copy = measured("a", 1e-3, 0.01, 9);
    copy.method = "same";
    copy.same_as = 0;
    const auto next = plan({measured("a", 1e-3, 0.01, 9), copy, measured("b", 1.1e-3, 0.01, 9, 2)});
    CHECK(next.result == decision::fastest);
    CHECK(next.contenders == std::vector<std::size_t>{0});
}

TEST_CASE("a single method is measured until it has enough samples") {
    CHECK(plan({measured("a", 1e-3, 0.1, 3)}).result == decision::undecided);
    CHECK(plan({measured("a", 1e-3, 0.1, 6)}).result == decision::fastest);
}

TEST_CASE("a ranking is judged by its own draws, whatever the number of samples") {
    const auto ranked = [](const std::vector<candidate>& all) { return decision_of(rank_methods(all, {})); };
    CHECK(ranked({measured("a", 1e-3, 0.01, 3), measured("b", 1.2e-3, 0.01, 3, 2)}) == decision::fastest);
    auto one = measured("a", 1e-3, 0.01, 3), other = measured("b", 1e-3, 0.01, 3);
    one.calibration.both_s = {0.999e-3, 1e-3, 1.001e-3};
    other.calibration.both_s = {0.9995e-3, 1.0005e-3, 1.0015e-3};
    CHECK(ranked({one, other}) == decision::tie);
    CHECK(ranked({measured("a", 1e-3, 0.3, 9), measured("b", 1.06e-3, 0.3, 9, 2)}) == decision::undecided);
    CHECK(ranked({measured("a", 1e-3, 0.3, 3)}) == decision::fastest);  // there is no other one
}

TEST_CASE("the first samples are of the fastest partitions by the models, as many as there is time for") {
    using chosen = std::vector<std::size_t>;
    const std::vector<modelled_look> all{{4, 3e-3, 0.3}, {1, 1e-3, 0.1}, {7, 2e-3, 0.2}, {2, 9e-3, 0.9}};
    CHECK(first_looks(all, 10) == chosen{1, 7, 4, 2});
    CHECK(first_looks(all, 0.7) == chosen{1, 7, 4});
    CHECK(first_looks(all, 0) == chosen{1, 7});
    CHECK(first_looks(all, -5) == chosen{1, 7});
    CHECK(first_looks({all[3]}, 0) == chosen{2});
    CHECK(first_looks({}, 1).empty());
}

TEST_CASE("a method that is modelled only is no contender") {
    auto unmeasured = measured("c", 0.5e-3, 0.01, 0);
    unmeasured.modelled_only = true;
    const auto next = plan({measured("a", 1e-3, 0.01, 9), unmeasured, measured("b", 1.2e-3, 0.01, 9, 2)});
    CHECK(next.result == decision::fastest);
    CHECK(next.contenders == std::vector<std::size_t>{0});
}

TEST_CASE("the number of further samples follows from the time that is left") {
    CHECK(samples_for(3, 1) == 3);
    CHECK(samples_for(0.1, 1) == 2);
    CHECK(samples_for(100, 1) == 6);
}

}  // namespace measurement_plan_test
