// Compares structures 1 and 2 with simulation, and the printed sum with both.
#include "banyan/part/papers/synchronization_structures.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "banyan/part/error.hpp"

namespace synchronization_structures_test {

using namespace banyan::part;

namespace {

/// Q of eq. 2.15, summed from `first` on.
double q(const synchronization_structure& shape, int first, int last) {
    double sum = 0;
    for (int j = first; j <= last; ++j)
        sum += 1 / (1 + std::pow(shape.fan_in, j));
    return sum;
}

double closed_form(const synchronization_structure& shape, double cv, double q) {
    return cv * std::sqrt(3.0) * (shape.depth - 2 * q) / (shape.depth + 1);
}

}  // namespace

TEST_CASE("structure 1 with uniform times follows the closed form whose sum begins at 1") {
    for (const synchronization_structure shape : {synchronization_structure{2, 1}, {2, 10}, {3, 7}, {16, 4}, {2, 62}})
        CHECK(structure_1_imbalance(shape, {time_distribution::uniform, 0.2}) ==
              Approx(closed_form(shape, 0.2, q(shape, 1, shape.depth))));
    CHECK(structure_1_imbalance({2, 0}, {}) == 0);
}

TEST_CASE("simulation agrees with our sum and rejects the printed one") {
    for (const synchronization_structure shape : {synchronization_structure{2, 1}, {2, 5}, {4, 3}}) {
        const simulated_imbalance seen = simulate_structures(shape, {time_distribution::uniform, 0.3}, 20'000, 5);
        const double ours = structure_1_imbalance(shape, {time_distribution::uniform, 0.3});
        const double printed = closed_form(shape, 0.3, q(shape, 0, shape.depth - 1));
        CHECK(std::abs(seen.structure_1 - ours) <= 4 * seen.structure_1_error);
        CHECK(std::abs(seen.structure_1 - printed) > 20 * seen.structure_1_error);
    }
}

TEST_CASE("structure 1 with other distributions agrees with simulation") {
    const synchronization_structure shape{2, 6};
    const simulated_imbalance seen = simulate_structures(shape, {time_distribution::exponential, 1}, 20'000, 6);
    CHECK(std::abs(seen.structure_1 - structure_1_imbalance(shape, {time_distribution::exponential, 1})) <=
          4 * seen.structure_1_error);
    const simulated_imbalance normal = simulate_structures(shape, {time_distribution::normal, 0.1}, 20'000, 7);
    double exact = 0;
    for (int j = 1; j <= shape.depth; ++j)
        exact += normal_imbalance(0.1, std::int64_t{1} << j) / (shape.depth + 1);
    CHECK(std::abs(normal.structure_1 - exact) <= 4 * normal.structure_1_error);
}

TEST_CASE("structure 2 waits less than structure 1, and equally long where both wait for the same tasks") {
    for (const compute_times times : {compute_times{time_distribution::uniform, 0.3},
                                      {time_distribution::exponential, 1},
                                      {time_distribution::normal, 0.2}}) {
        // The bound holds in each trial. So it holds for the means with any number of trials and any seed.
        for (std::uint64_t seed = 1; seed <= 50; ++seed) {
            const simulated_imbalance seen = simulate_structures({2, 4}, times, 2, seed);
            CHECK(seen.structure_2 <= seen.structure_1);
        }
        const simulated_imbalance deep = simulate_structures({2, 8}, times, 500, 9);
        CHECK(deep.structure_2 < deep.structure_1 - 3 * deep.structure_1_error);
        CHECK(deep.structure_2 > 0);
        const simulated_imbalance flat = simulate_structures({8, 1}, times, 50, 9);
        CHECK(flat.structure_2 == Approx(flat.structure_1));
    }
}

TEST_CASE("equal times make no imbalance in either structure") {
    const simulated_imbalance seen = simulate_structures({3, 4}, {time_distribution::uniform, 0}, 10, 1);
    CHECK(seen.structure_1 == Approx(0).margin(1e-12));
    CHECK(seen.structure_2 == Approx(0).margin(1e-12));
}

TEST_CASE("a simulation is repeated by its seed") {
    const auto run = [](std::uint64_t seed) {
        return simulate_structures({2, 5}, {time_distribution::normal, 0.1}, 100, seed).structure_2;
    };
    CHECK(run(3) == run(3));
    CHECK(run(3) != run(4));
}

TEST_CASE("structures and simulations out of range are refused by name") {
    using Catch::Contains;
    CHECK_THROWS_WITH(structure_1_imbalance({1, 3}, {}), Contains("fan-in: 1"));
    CHECK_THROWS_WITH(structure_1_imbalance({2, -1}, {}), Contains("depth: -1"));
    CHECK_THROWS_WITH(structure_1_imbalance({2, 63}, {}), Contains("2^62"));
    CHECK_THROWS_WITH(simulate_structures({2, 21}, {}, 10, 1), Contains("at most 1048576"));
    CHECK_THROWS_WITH(simulate_structures({2, 20}, {}, 1'000'000, 1), Contains("trials: 1000000") && Contains("2048"));
    CHECK_THROWS_WITH(simulate_structures({2, 3}, {}, 1, 1), Contains("trials: 1"));
    CHECK_THROWS_WITH(simulate_structures({2, 3}, {time_distribution::any, 1}, 9, 1), Contains("cannot be simulated"));
}

}  // namespace synchronization_structures_test
