#include "advisor/method_comparison.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <stdexcept>

namespace method_comparison_test {

using namespace banyan::advisor;

namespace {

const std::vector<std::string> three{"row", "column", "block"};

// A trial whose intervals reach 10 % to both sides of the predictions.
trial made(std::vector<double> predicted, std::vector<std::vector<double>> observed, std::vector<double> p_best) {
    trial one{4, 10, std::move(predicted), std::move(observed)};
    for (const double s : one.predicted_s) {
        one.interval_s.push_back({0.9 * s, 1.1 * s});
    }
    one.p_best = std::move(p_best);
    return one;
}

}  // namespace

TEST_CASE("a comparison names the advised and the fastest method, and what the advice costs") {
    const std::vector<trial> trials{made({1, 2, 3}, {{1.2, 1.2}, {1.0, 1.0}, {3.0, 3.0}}, {0.9, 0.1, 0}),
                                    made({1, 2, 3}, {{1.4, 1.4}, {1.0, 1.0}, {3.0, 3.0}}, {0.7, 0.2, 0.1})};
    const auto found = compare_methods(three, trials);
    REQUIRE(found.size() == 1);
    const auto& setting = found[0];
    CHECK(setting.tasks == 4);
    CHECK(setting.flops == 10);
    CHECK(setting.trials == 2);
    CHECK(setting.methods[setting.advised].method == "row");
    CHECK(setting.methods[setting.fastest].method == "column");
    CHECK_FALSE(setting.is_winner_right);
    CHECK(setting.regret == Approx(0.3));
    CHECK(setting.lead == Approx(0.3));
    CHECK(setting.kendall_tau == Approx(1.0 / 3));  // one of three pairs is in the wrong order
    CHECK(setting.methods[0].observed_s == Approx(1.3));
    CHECK(setting.methods[0].p_best == Approx(0.8));
    CHECK(setting.methods[0].predicted_rank == 1);
    CHECK(setting.methods[0].observed_rank == 2);
    CHECK(setting.methods[1].observed_rank == 1);
    CHECK(setting.methods[2].observed_rank == 3);
}

TEST_CASE("the classic prediction is judged beside ours") {
    std::vector<trial> trials{made({1, 2, 3}, {{1, 1}, {2, 2}, {3, 3}}, {1, 0, 0}),
                              made({1, 2, 3}, {{1, 1}, {2, 2}, {3, 3}}, {1, 0, 0})};
    CHECK_FALSE(compare_methods(three, trials).at(0).classic.has_value());
    trials[0].classic_s = trials[1].classic_s = {6, 4, 2};
    const auto setting = compare_methods(three, trials).at(0);
    CHECK(setting.mean_absolute_log_error == Approx(0).margin(1e-12));
    CHECK(setting.methods[1].classic_s == 4);
    REQUIRE(setting.classic.has_value());
    CHECK(setting.methods[setting.classic->advised].method == "block");
    CHECK(setting.classic->regret == Approx(2));
    CHECK(setting.classic->kendall_tau == -1);
    CHECK(setting.classic->mean_log_error == Approx((std::log(6) + std::log(2) - std::log(1.5)) / 3));
    CHECK(setting.classic->mean_absolute_log_error == Approx((std::log(6) + std::log(2) + std::log(1.5)) / 3));
}

TEST_CASE("doubts are counted by trial, and each is said once") {
    std::vector<trial> trials(3, made({1}, {{1, 1}}, {1}));
    trials[0].doubts = {"a drift"};
    trials[2].doubts = {"a drift", "two groups"};
    const auto setting = compare_methods({"row"}, trials).at(0);
    CHECK(setting.doubtful_trials == 2);
    CHECK(setting.doubts == std::vector<std::string>{"a drift", "two groups"});
}

TEST_CASE("the quotient of a method is the geometric mean of its trials") {
    const std::vector<trial> trials{made({2}, {{1, 1}}, {1}), made({1}, {{2, 2}}, {1})};
    const auto setting = compare_methods({"row"}, trials).at(0);
    const auto& quotient = setting.methods[0].predicted_over_observed;
    CHECK(quotient.mean == Approx(1));
    // Two values 2 log 2 apart: t(0.975; 1) = 12.7062 times log 2.
    CHECK(std::log(quotient.ci95.hi) == Approx(12.7062 * std::log(2)).epsilon(1e-4));
    CHECK(quotient.ci95.lo * quotient.ci95.hi == Approx(1));
    CHECK(setting.mean_log_error == Approx(0).margin(1e-12));
    CHECK(setting.mean_absolute_log_error == Approx(std::log(2)));
}

TEST_CASE("one method is its own winner") {
    const auto setting = compare_methods({"row"}, std::vector{made({1}, {{1, 1}}, {1})}).at(0);
    CHECK(setting.is_winner_right);
    CHECK(setting.regret == 0);
    CHECK(setting.lead == 0);
    CHECK_FALSE(setting.tie_called);
    CHECK(setting.tie_right());
}

TEST_CASE("methods with the same partitions count as one") {
    auto one = made({1, 1, 2}, {{1.0, 1.001}, {1.0, 1.001}, {1.2, 1.201}}, {1, 1, 0});
    one.partitions = {0, 0, 2};
    const auto setting = compare_methods(three, std::vector{one, one}).at(0);
    CHECK(setting.lead == Approx(1.2005 / 1.0005 - 1));
    CHECK_FALSE(setting.tie_called);
    CHECK_FALSE(setting.within_noise);
    CHECK(setting.is_winner_right);

    auto other = one;
    other.partitions = {0, 1, 2};  // in this trial they differ, so there is something to choose
    const auto mixed = compare_methods(three, std::vector{one, other}).at(0);
    CHECK(mixed.lead == 0);
    CHECK(mixed.tie_called);
    CHECK(mixed.within_noise);

    one.partitions = {0, 0, 0};
    const auto nothing_to_choose = compare_methods(three, std::vector{one}).at(0);
    CHECK(nothing_to_choose.lead == 0);
    CHECK(nothing_to_choose.tie_right());
}

TEST_CASE("errors and coverage count every method of every trial") {
    const std::vector<trial> trials{made({1, 1, 1}, {{1.05}, {1.2}, {0.5}}, {1, 0, 0}),
                                    made({1, 1, 1}, {{0.95}, {1.0}, {1.0}}, {1, 0, 0})};
    const auto setting = compare_methods(three, trials).at(0);
    CHECK(setting.covered == Approx(4.0 / 6));
    const double sum = std::log(1.05) + std::log(1.2) + std::log(0.5) + std::log(0.95);
    const double absolute = std::log(1.05) + std::log(1.2) + std::log(2.0) - std::log(0.95);
    CHECK(setting.mean_log_error == Approx(-sum / 6));
    CHECK(setting.mean_absolute_log_error == Approx(absolute / 6));
}

TEST_CASE("a tie is called rightly if the runs do not decide between the two fastest methods") {
    const std::vector<std::vector<double>> close{{1.0, 1.1}, {1.05, 1.04}, {2, 2}};
    const std::vector<std::vector<double>> apart{{1.0, 1.001}, {1.2, 1.201}, {2, 2}};
    const std::vector<double> certain{0.95, 0.05, 0};
    const std::vector<double> uncertain{0.94, 0.06, 0};
    struct expected {
        std::vector<std::vector<double>> observed;
        std::vector<double> p_best;
        bool called;
        bool within_noise;
    };
    for (const auto& e : {expected{close, uncertain, true, true}, expected{close, certain, false, true},
                          expected{apart, uncertain, true, false}, expected{apart, certain, false, false}}) {
        const auto setting = compare_methods(three, std::vector{made({1, 2, 3}, e.observed, e.p_best)}).at(0);
        CHECK(setting.tie_called == e.called);
        CHECK(setting.within_noise == e.within_noise);
        CHECK(setting.tie_right() == (e.called == e.within_noise));
    }
}

TEST_CASE("methods of the same speed are within noise in about 95 of 100 settings") {
    std::mt19937_64 random(3);
    std::normal_distribution<double> noise(0, 0.05);
    int within = 0;
    for (int i = 0; i < 400; ++i) {
        std::vector<trial> trials;
        for (int t = 0; t < 3; ++t) {
            std::vector<std::vector<double>> observed(2);
            for (auto& runs : observed) {
                runs = {std::exp(noise(random)), std::exp(noise(random))};
            }
            trials.push_back(made({1, 1}, observed, {0.5, 0.5}));
        }
        within += compare_methods({"row", "block"}, trials).at(0).within_noise ? 1 : 0;
    }
    // 380 expected with a standard deviation of 4.4.
    CHECK(within > 362);
    CHECK(within < 398);
}

TEST_CASE("each number of tasks and of operations is compared by itself") {
    auto first = made({1, 2, 3}, {{1}, {2}, {3}}, {1, 0, 0});
    auto second = first;
    second.tasks = 6;
    const auto found = compare_methods(three, std::vector{first, second, first});
    REQUIRE(found.size() == 2);
    CHECK(found[0].trials == 2);
    CHECK(found[1].tasks == 6);
}

TEST_CASE("trials that cannot be compared are refused") {
    const auto good = made({1, 2, 3}, {{1}, {2}, {3}}, {1, 0, 0});
    CHECK_NOTHROW(compare_methods(three, std::vector{good}));
    CHECK_THROWS_AS(compare_methods({"row", "column"}, std::vector{good}), std::invalid_argument);
    CHECK_THROWS_AS(compare_methods({}, std::vector{good}), std::invalid_argument);
    auto unequal = good;
    unequal.observed_s[1].push_back(1);
    CHECK_THROWS_AS(compare_methods(three, std::vector{unequal}), std::invalid_argument);
    auto few = good;
    few.partitions = {0, 0};
    CHECK_THROWS_AS(compare_methods(three, std::vector{few}), std::invalid_argument);
    auto without = good;
    without.interval_s.pop_back();
    CHECK_THROWS_AS(compare_methods(three, std::vector{without}), std::invalid_argument);
    CHECK(compare_methods(three, {}).empty());
}

}  // namespace method_comparison_test
