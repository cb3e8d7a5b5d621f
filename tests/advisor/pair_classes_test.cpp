#include "advisor/pair_classes.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <set>

namespace pair_classes_test {

using namespace banyan::advisor;

namespace {

constexpr double near_s = 80e-6, far_s = 900e-6, inside_s = 8e-6;

// Six ranks: 0 and 1 on one host, 2 and 3 on others of the same switch, 4 and 5 behind a slow line. Noise and spikes.
std::vector<pair_latency> simulated(unsigned seed, double far) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> noise(0.0, 0.15);
    std::bernoulli_distribution spike(0.03);
    std::vector<pair_latency> pairs;
    for (int a = 0; a < 6; ++a) {
        for (int b = a + 1; b < 6; ++b) {
            pair_latency one{a, b, a == 0 && b == 1, {}};
            const double truth = one.same_host ? inside_s : (a < 4) == (b < 4) ? near_s : far;
            for (int i = 0; i < 15; ++i)
                one.seconds.push_back(truth * std::exp(noise(random)) + (spike(random) ? 10e-3 : 0.0));
            pairs.push_back(one);
        }
    }
    return pairs;
}

}  // namespace

TEST_CASE("the rounds have every pair once, and every rank at most once in a round") {
    for (int ranks = 1; ranks <= 9; ++ranks) {
        std::set<std::pair<int, int>> seen;
        const auto rounds = rounds_of_pairs(ranks);
        CHECK(static_cast<int>(rounds.size()) == (ranks == 1 ? 1 : ranks - 1 + ranks % 2));
        for (const auto& round : rounds) {
            std::set<int> busy;
            for (const auto& [a, b] : round) {
                CHECK((0 <= a && a < b && b < ranks));
                CHECK(busy.insert(a).second);
                CHECK(busy.insert(b).second);
                CHECK(seen.insert({a, b}).second);
            }
        }
        CHECK(static_cast<int>(seen.size()) == ranks * (ranks - 1) / 2);
    }
}

TEST_CASE("two classes between hosts are found, with their latencies inside the intervals") {
    int found = 0;
    std::array<int, 3> inside{};
    for (unsigned seed = 1; seed <= 100; ++seed) {
        const auto classes = classes_of(simulated(seed, far_s));
        if (classes.size() != 3 || classes[1].pairs.size() != 6 || classes[2].pairs.size() != 8) continue;
        ++found;
        CHECK(classes[0].name == "same host");
        CHECK(classes[1].name == "near");
        CHECK(classes[2].name == "far");
        const std::array truth{inside_s, near_s, far_s};
        for (std::size_t i = 0; i < truth.size(); ++i)
            inside[i] += classes[i].latency_ci95.contains(truth[i]) ? 1 : 0;
    }
    CHECK(found >= 93);
    for (const int count : inside)
        CHECK(count >= 93);
}

TEST_CASE("equal pairs are one class") {
    int one = 0;
    for (unsigned seed = 1; seed <= 100; ++seed) {
        const auto classes = classes_of(simulated(seed, near_s));
        one += classes.size() == 2 && classes[1].name == "between hosts" && classes[1].pairs.size() == 14 ? 1 : 0;
    }
    CHECK(one >= 93);
}

TEST_CASE("pairs without samples are left out") {
    CHECK(classes_of({}).empty());
    CHECK(classes_of(std::vector<pair_latency>{{0, 1, false, {}}}).empty());
    const auto single = classes_of(std::vector<pair_latency>{{0, 1, false, {1e-4}}});
    REQUIRE(single.size() == 1);
    CHECK(single[0].name == "between hosts");
    CHECK(single[0].latency_s == Approx(1e-4));
}

}  // namespace pair_classes_test
