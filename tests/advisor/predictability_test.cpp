#include "advisor/predictability.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <random>

namespace predictability_test {

using namespace banyan::advisor;

namespace {

// Three methods with nine samples each; `disturbance` is the factor of a sample at a place in time, 0 to 1.
std::vector<candidate> measured(unsigned seed, double noise,
                                const std::function<double(double place, std::mt19937_64&)>& disturbance) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> relative(0.0, noise);
    std::vector<candidate> methods;
    for (const double seconds : {1e-3, 2e-3, 5e-3}) {
        candidate one{"row", {{seconds}}, {}, {}};
        for (int i = 0; i < 9; ++i) {
            one.calibration.both_s.push_back(seconds * std::exp(relative(random)) * disturbance(i / 8.0, random));
        }
        methods.push_back(one);
    }
    return methods;
}

double none(double, std::mt19937_64&) {
    return 1;
}

}  // namespace

TEST_CASE("quiet hosts can be predicted") {
    int refused = 0;
    for (unsigned seed = 1; seed <= 100; ++seed) {
        const auto found = judge_samples(measured(seed, 0.03, none));
        refused += found.is_good() ? 0 : 1;
        CHECK(found.held_out_error < 0.06);
    }
    CHECK(refused <= 3);
}

TEST_CASE("noise is refused in words") {
    int refused = 0;
    for (unsigned seed = 1; seed <= 100; ++seed) {
        const auto found = judge_samples(measured(seed, 0.4, none));
        refused += found.is_good() ? 0 : 1;
        if (!found.is_good()) CHECK_THAT(found.reasons[0], Catch::Contains("differ by"));
    }
    CHECK(refused >= 93);
}

TEST_CASE("a drift is found and named by its direction") {
    int risen = 0, fallen = 0;
    for (unsigned seed = 1; seed <= 100; ++seed) {
        const auto up = judge_samples(measured(seed, 0.03, [](double at, auto&) { return 1 + 0.25 * at; }));
        const auto down = judge_samples(measured(seed, 0.03, [](double at, auto&) { return 1 - 0.2 * at; }));
        risen += up.drift > 0.1 ? 1 : 0;
        fallen += down.drift < -0.1 ? 1 : 0;
        CHECK_FALSE(up.is_good());
    }
    CHECK(risen >= 93);
    CHECK(fallen >= 93);
    const auto up = judge_samples(measured(1, 0.01, [](double at, auto&) { return 1 + 0.25 * at; }));
    CHECK_THAT(up.reasons.back(), Catch::Contains("rose by 2"));
}

TEST_CASE("methods with equal partitions count once") {
    int drifts = 0;
    for (unsigned seed = 1; seed <= 100; ++seed) {
        auto methods = measured(seed, 0.03, none);
        const auto alone = judge_samples(methods);
        auto copy = methods.front();
        copy.same_as = std::size_t{0};
        methods.insert(methods.end(), 10, copy);
        const auto found = judge_samples(methods);
        CHECK(found.held_out_error == alone.held_out_error);
        CHECK(found.bimodality == alone.bimodality);
        CHECK(found.drift == alone.drift);
        drifts += found.drift != 0 ? 1 : 0;
    }
    CHECK(drifts <= 6);  // 1 % are expected by chance, and about 40 % if the copies count
}

TEST_CASE("two groups of times are found") {
    int found = 0;
    for (unsigned seed = 1; seed <= 100; ++seed) {
        const auto two = judge_samples(measured(
            seed, 0.03, [](double, auto& random) { return std::bernoulli_distribution(0.4)(random) ? 1.5 : 1.0; }));
        found += two.is_good() ? 0 : 1;
    }
    CHECK(found >= 93);
    std::vector<double> logarithms(12, 0.0);
    logarithms.insert(logarithms.end(), 8, std::log(1.5));
    CHECK(distance_of_groups(logarithms) == Approx(0.5));
    CHECK(bimodality_coefficient(logarithms) > 5.0 / 9);
}

TEST_CASE("one delayed sample is no second group") {
    std::vector<double> logarithms(19, 0.0);
    for (std::size_t i = 0; i < logarithms.size(); ++i) {
        logarithms[i] = 0.01 * static_cast<double>(i % 5);
    }
    logarithms.push_back(std::log(20));
    CHECK(distance_of_groups(logarithms) == 0);
}

TEST_CASE("a method that is modelled only is not judged") {
    auto methods = measured(1, 0.01, none);
    candidate modelled{"modelled", {{1e-3, 5e-3}}, {}, {}};
    modelled.modelled_only = true;
    methods.push_back(modelled);
    const auto with = judge_samples(methods);
    methods.pop_back();
    CHECK(with.held_out_error == judge_samples(methods).held_out_error);
}

TEST_CASE("few samples say nothing") {
    const std::vector<candidate> one{{"row", {{1e-3}}, {}, {}}};
    CHECK(judge_samples(one).is_good());
    CHECK(judge_samples({}).is_good());
    CHECK(bimodality_coefficient(std::vector<double>{1, 2, 3}) == 0);
    CHECK(bimodality_coefficient(std::vector<double>(9, 1.0)) == 0);
}

TEST_CASE("speeds that change or fall into two groups are named by rank") {
    std::mt19937_64 random(3);
    std::normal_distribution<double> relative(0.0, 0.02);
    // Three shapes, the last one without cells, with eight windows each.
    const auto windows = [&](const std::function<double(int)>& disturbance) {
        std::vector<std::vector<double>> shapes(3);
        for (int i = 0; i < 8; ++i) {
            shapes[0].push_back(1e-3 * std::exp(relative(random)) * disturbance(i));
            shapes[1].push_back(4e-3 * std::exp(relative(random)) * disturbance(i));
        }
        return shapes;
    };
    const sweep_times times{windows([](int) { return 1.0; }),
                            windows([](int i) { return 1 + 0.05 * i; }),
                            windows([](int i) { return i % 2 == 0 ? 1.0 : 1.6; }),
                            {{1e-3, 9e-3}, {}, {}}};
    const auto found = judge_speeds(times);
    REQUIRE(found.size() == 4);
    CHECK(found[0].is_good());
    REQUIRE(found[1].reasons.size() == 1);
    CHECK_THAT(found[1].reasons[0], Catch::Contains("rose by"));
    CHECK(found[1].drift == Approx(0.35).margin(0.1));
    REQUIRE(found[2].reasons.size() == 1);
    CHECK_THAT(found[2].reasons[0], Catch::Contains("two groups"));
    CHECK(found[2].bimodality == Approx(0.6).margin(0.1));
    CHECK(found[3].is_good());
    CHECK(judge_speeds({}).empty());
}

TEST_CASE("two measurements together are as poor as the poorer one of them") {
    predictability noisy, drifting;
    noisy.held_out_error = 0.2;
    noisy.drift = 0.05;
    drifting.held_out_error = 0.01;
    drifting.drift = -0.3;
    for (const auto& worst : {worst_of(noisy, drifting), worst_of(drifting, noisy)}) {
        CHECK(worst.held_out_error == 0.2);
        CHECK(worst.drift == -0.3);
        REQUIRE(worst.reasons.size() == 2);
        CHECK_THAT(worst.reasons[1], Catch::Contains("fell by 30 %"));
    }
    CHECK(worst_of({}, {}).is_good());
}

}  // namespace predictability_test
