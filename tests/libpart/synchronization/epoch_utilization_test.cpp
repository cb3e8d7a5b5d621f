// Compares the utilization of broadcast-collapse epochs and of self-synchronized iterations with simulated timelines.
#include "banyan/part/papers/epoch_utilization.hpp"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "banyan/part/error.hpp"

namespace epoch_utilization_test {

using namespace banyan::part;

namespace {

/// Simulates one epoch of all 2^L processors. A processor starts when the broadcast reaches its level, and computes its
/// load. It reports to its parent when it and its children are done (assumption A3, section 3.3).
struct walked {
    double duration = 0;
    double computed = 0;
    double idle_before_children = 0;  ///< the longest time for which a processor waits for its children
};

walked walk(const epoch_times& t, const std::vector<double>& load_of_level, double broadcast_share) {
    const int processors = 1 << t.levels;
    const double down = t.level * broadcast_share;
    const double up = t.level - down;
    std::vector<double> children_done(static_cast<std::size_t>(processors), 0.0);
    walked result;
    for (int id = processors - 1; id >= 0; --id) {  // a child has a higher number than its parent
        const int level = std::popcount(static_cast<unsigned>(id));
        const double load = load_of_level[static_cast<std::size_t>(level)];
        const double computed = level * down + load;
        double& children = children_done[static_cast<std::size_t>(id)];
        result.idle_before_children = std::max(result.idle_before_children, children - computed);
        const double done = std::max(computed, children);
        result.computed += load;
        if (id == 0) result.duration = done;
        const int parent = id & ~static_cast<int>(std::bit_floor(static_cast<unsigned>(id)));
        double& of_parent = children_done[static_cast<std::size_t>(parent)];
        if (id != 0) of_parent = std::max(of_parent, done + up);
    }
    return result;
}

double walked_utilization(const epoch_times& t, const walked& w) {
    return w.computed / (std::ldexp(1.0, t.levels) * (w.duration + t.boundaries));
}

}  // namespace

TEST_CASE("the utilization of equal loads is that of a simulated epoch") {
    for (int levels : {1, 3, 10})
        for (double compute : {0.5, 1.0, 100.0})
            for (double boundaries : {0.0, 8.0}) {
                const epoch_times t{compute, 1, levels, boundaries};
                const std::vector<double> loads(static_cast<std::size_t>(levels) + 1, compute);
                CHECK(barrier_utilization(t) == Approx(walked_utilization(t, walk(t, loads, 0.4))));
                CHECK(barrier_utilization(t) == Approx(1 - 1 / (1 + compute_to_communication(t))));
            }
}

TEST_CASE("weighted loads keep every processor busy until its children report, with the utilization U_opt") {
    for (int levels : {1, 4, 10})
        for (double compute : {0.5, 10.0, 100.0})
            for (double boundaries : {0.0, 3.0}) {
                const epoch_times t{compute, 2, levels, boundaries};
                std::vector<double> loads;
                for (int level = 0; level <= levels; ++level)
                    loads.push_back(weighted_load(t, level));
                const walked w = walk(t, loads, 0.5);
                CHECK(w.idle_before_children == Approx(0).margin(1e-9));
                CHECK(w.duration == Approx(compute + levels * 2));  // not longer than with equal loads
                CHECK(weighted_utilization(t) == Approx(walked_utilization(t, w)));
                const double beta = compute / (levels * 2);
                CHECK(loads[1] == Approx(compute * (1 + (1 - 1.0 / levels) / beta)));
                if (boundaries == 0) CHECK(weighted_utilization(t) == Approx(1 - 1 / (2 * (1 + beta))));
            }
}

TEST_CASE("for the same work the weighted loads gain half of the tree's time") {
    const epoch_times equal{100, 1, 10, 0};
    // Loads with a mean of 100. The deepest level has 95.
    const epoch_times deepest{95, 1, 10, 0};
    std::vector<double> loads;
    for (int level = 0; level <= 10; ++level)
        loads.push_back(weighted_load(deepest, level));
    const walked w = walk(deepest, loads, 0.5);
    CHECK(w.computed == Approx(1024 * 100));
    CHECK(weighted_utilization_of_same_work(equal) == walked_utilization(deepest, w));
    // E = delta, L = 10: the printed 0.5455 belongs to 6 times the work. The same work cannot be divided in this way.
    CHECK_FALSE(weighted_utilization_of_same_work({1, 1, 10, 0}).has_value());
    CHECK(weighted_utilization_of_same_work({5, 1, 10, 0}) == Approx(0.5));
}

TEST_CASE("the examples of section 3.3, computed") {
    const epoch_times small{1, 1, 10, 0};
    CHECK(barrier_utilization(small) == Approx(0.0909).margin(5e-5));
    CHECK(weighted_utilization(small) == Approx(0.5455).margin(5e-5));
    CHECK(speed_up(barrier_utilization(small), 1024) == Approx(93.09).margin(5e-3));    // printed: 92
    CHECK(speed_up(weighted_utilization(small), 1024) == Approx(558.55).margin(5e-3));  // printed: 546
    const epoch_times large{100, 1, 10, 0};
    CHECK(compute_to_communication(large) == 10);
    CHECK(barrier_utilization(large) == Approx(0.9091).margin(5e-5));   // printed: 0.99 and 0.89
    CHECK(weighted_utilization(large) == Approx(0.9545).margin(5e-5));  // printed: 0.976
}

TEST_CASE("the levels of the tree hold all processors, their mean level is L / 2") {
    for (int levels : {1, 2, 5, 10, 40}) {
        double processors = 0;
        double sum_of_levels = 0;
        for (int level = 0; level <= levels; ++level) {
            processors += level_processors(levels, level);
            sum_of_levels += level * level_processors(levels, level);
        }
        CHECK(processors == std::ldexp(1.0, levels));
        CHECK(sum_of_levels == processors * levels / 2);
    }
    CHECK(level_processors(10, 3) == 120);
}

TEST_CASE("the utilization of self-synchronized iterations is that of a simulated timeline") {
    for (int every : {1, 4, 25})
        for (double bound : {0.0, 0.4}) {
            const epoch_times t{5, 1, 10, 8};
            double now = 0;
            double computed = 0;
            for (int iteration = 0; iteration < 100; ++iteration) {
                if (iteration % every == 0) now += t.levels * t.level;  // global synchronization
                computed += t.compute;
                now += t.compute * (1 + bound) + t.boundaries;
            }
            CHECK(self_synchronized_utilization(t, {static_cast<double>(every), bound}) == Approx(computed / now));
        }
    // R = 1 without a bound equals the barrier.
    const epoch_times t{20, 1, 10, 8};
    CHECK(self_synchronized_utilization(t, {}) == Approx(barrier_utilization(t)));
}

TEST_CASE("the limits of section 3.5, and beta for a negligible bound") {
    const epoch_times t{5, 1, 10, 8};
    CHECK(self_synchronized_utilization({INFINITY, 1, 10, 8}, {4, 0.1}) == Approx(1 / 1.1));
    CHECK(self_synchronized_utilization(t, {INFINITY, 0.1}) == Approx(5 / (8 + 5 * 1.1)));
    const double every = 4;
    const double beta = every * 5 / (10 + every * 8);
    CHECK(self_synchronized_utilization(t, {every, 0}) == Approx(1 - 1 / (1 + beta)));
    const double printed_beta = (10 + every * (5 + 8)) / (10 + every * 8);  // eq. 3.24
    CHECK(printed_beta == Approx(beta + 1));
}

TEST_CASE("the other speed-ups of section 3.5: alpha and L") {
    const auto computed = [](int levels, double alpha, double every, double bound) {
        const epoch_times t{5, 1, levels, boundary_exchange(4, 1, alpha)};
        return speed_up(self_synchronized_utilization(t, {every, bound}), std::int64_t{1} << levels);
    };
    CHECK(computed(10, 1, 1, 0.1) == Approx(263).margin(1.5));
    CHECK(computed(10, 1, INFINITY, 0.1) == Approx(539).margin(1.5));
    CHECK(computed(13, 2, 1, 0.1) == Approx(1546).margin(1.5));
    CHECK(computed(13, 1, 1, 0.1) == Approx(1821).margin(1.5));
    CHECK(computed(13, 2, INFINITY, 0.1) == Approx(3034).margin(1.5));
    CHECK(computed(13, 1, INFINITY, 0.1) == Approx(4311).margin(1.5));
    // alpha = 1.5: the printed 244 and 466 belong to gamma = 0, not to 0.1.
    CHECK(computed(10, 1.5, 1, 0) == Approx(244).margin(1.5));
    CHECK(computed(10, 1.5, INFINITY, 0) == Approx(466).margin(1.5));
    CHECK(computed(10, 1.5, 1, 0.1) == Approx(238.1).margin(0.1));
}

TEST_CASE("latencies of the hypercubes") {
    CHECK(ncube1_latency_us(10) == 2191);  // the paper: about 2200
    CHECK(ncube2_latency_us(0) == 140);
    CHECK(ncube2_latency_us(7) == 147);
    CHECK_THROWS_AS(ncube1_latency_us(-1), error);
    CHECK_THROWS_AS(ncube2_latency_us(-1), error);
}

TEST_CASE("times out of range are refused by name") {
    using Catch::Contains;
    CHECK_THROWS_WITH(barrier_utilization({0, 1, 10, 0}), Contains("compute time: 0"));
    CHECK_THROWS_WITH(barrier_utilization({1, -1, 10, 0}), Contains("time of a level: -1"));
    CHECK_THROWS_WITH(barrier_utilization({1, 1, 0, 0}), Contains("levels: 0"));
    CHECK_THROWS_WITH(barrier_utilization({1, 1, 10, NAN}), Contains("boundary exchange: nan"));
    CHECK_THROWS_WITH(weighted_load({}, 11), Contains("level: 11") && Contains("0 to 10"));
    CHECK_THROWS_WITH(self_synchronized_utilization({}, {0, 0}), Contains("every: 0"));
    CHECK_THROWS_WITH(self_synchronized_utilization({}, {1, -1}), Contains("bound on the imbalance: -1"));
    CHECK_THROWS_AS(boundary_exchange(-1, 1, 1), error);
    CHECK_THROWS_AS(boundary_exchange(1, -1, 1), error);
    CHECK_THROWS_AS(boundary_exchange(1, 1, 0.5), error);
    CHECK(std::isinf(compute_to_communication({1, 0, 10, 0})));
    CHECK(barrier_utilization({1, 0, 10, 0}) == 1);
}

}  // namespace epoch_utilization_test
