#include "advisor/speed_curve.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <stdexcept>

namespace speed_curve_test {

using namespace banyan::advisor;
namespace part = banyan::part;

TEST_CASE("a curve passes through its points and is constant outside") {
    const speed_curve curve({{10000, 2e-9}, {100, 1e-9}});
    CHECK(curve.seconds_per_cell(100) == Approx(1e-9));
    CHECK(curve.seconds_per_cell(10000) == Approx(2e-9));
    CHECK(curve.seconds_per_cell(1000) == Approx(1.5e-9));  // the middle on a logarithmic scale
    CHECK(curve.seconds_per_cell(1) == Approx(1e-9));
    CHECK(curve.speed(1e9) == Approx(0.5e9));
    CHECK(speed_curve({{100, 1e-9}, {200, 5e-9}, {100, 3e-9}}).seconds_per_cell(100) == Approx(2e-9));  // two shapes
}

TEST_CASE("a faster processor needs less for each number of cells") {
    const auto curve = speed_curve({{100, 1e-9}, {10000, 2e-9}}).faster_by(2);
    CHECK(curve.seconds_per_cell(100) == Approx(0.5e-9));
    CHECK(curve.seconds_per_cell(10000) == Approx(1e-9));
}

TEST_CASE("curves are made from the medians of the sweeps") {
    const std::vector<std::vector<shape>> shapes{{{10, 10}, {20, 20}}, {{5, 10}, {0, 0}}};
    const sweep_times times{{{1e-6, 2e-6, 90e-6}, {8e-6}}, {{5e-6}, {}}};
    const auto curves = speed_curves(shapes, times);
    REQUIRE(curves.size() == 2);
    CHECK(curves[0].seconds_per_cell(100) == Approx(2e-8));
    CHECK(curves[0].seconds_per_cell(400) == Approx(2e-8));
    CHECK(curves[1].seconds_per_cell(1e6) == Approx(1e-7));
    CHECK_THROWS_AS(speed_curves(shapes, {{{}, {}}}), std::invalid_argument);
}

TEST_CASE("the interval of a speed contains the true speed in 95 of 100 measurements") {
    std::mt19937_64 random(1);
    std::normal_distribution<double> noise(0, 0.1);
    const std::vector<std::vector<shape>> shapes{{{10, 10}, {20, 20}}};
    int inside = 0;
    for (int trial = 0; trial < 1000; ++trial) {
        sweep_times times{{{}, {}}};
        for (int round = 0; round < 9; ++round) {
            times[0][0].push_back(100 * 1e-8 * std::exp(noise(random)));
            times[0][1].push_back(400 * 2e-8 * std::exp(noise(random)));
        }
        const auto found = speed_intervals(shapes, times, 100);
        REQUIRE(found.at(0).has_value());
        if (found[0]->contains(1e8)) ++inside;
        CHECK(found[0]->lo <= speed_curves(shapes, times)[0].speed(100));
        CHECK(found[0]->hi >= speed_curves(shapes, times)[0].speed(100));
    }
    CHECK(inside >= 940);
}

TEST_CASE("a rank with few windows of a shape has no interval of its speed") {
    const std::vector<std::vector<shape>> shapes{{{10, 10}, {0, 0}}, {{10, 10}, {5, 10}}};
    const std::vector<double> few(5, 1e-6), enough(6, 1e-6);
    const auto found = speed_intervals(shapes, {{enough, {}}, {enough, few}}, 100);
    REQUIRE(found.size() == 2);
    REQUIRE(found[0].has_value());
    CHECK(found[0]->lo == Approx(1e8));
    CHECK(found[0]->hi == Approx(1e8));
    CHECK_FALSE(found[1].has_value());
    CHECK_THROWS_AS(speed_intervals(shapes, {{{}, {}}}, 100), std::invalid_argument);
}

TEST_CASE("shares converge to equal times of all processors") {
    // Processor 0 loses half of its speed between 1e5 and 1e6 cells; the others are constant.
    const std::vector<speed_curve> processors{speed_curve({{1e5, 1e-9}, {1e6, 2e-9}}), speed_curve({{1e5, 2e-9}}),
                                              speed_curve({{1e5, 4e-9}})};
    const part::grid domain(2048, 1024);
    const auto found = balance("contiguous_row", domain, processors);
    CHECK(found.settled);
    const double row = 1024;
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) {
            const auto time = [&](int m, double more) {
                const double cells = static_cast<double>(found.parts.cells(m)) + more * row;
                return cells * processors[static_cast<std::size_t>(m)].seconds_per_cell(cells);
            };
            CHECK(time(a, -2) <= time(b, 2));  // moving two rows more would not help
        }
    }
}

TEST_CASE("measurements that are not above zero are refused") {
    CHECK_THROWS_AS(speed_curve({}), std::invalid_argument);
    CHECK_THROWS_AS(speed_curve({{0, 1}}), std::invalid_argument);
    CHECK_THROWS_AS(speed_curve({{1, std::nan("")}}), std::invalid_argument);
}

TEST_CASE("a method for the work gives shares of the work that take equally long, a method for the cells does not") {
    // The work of a row grows from 1 to 2000; the speed of processor 0 depends on its amount of work.
    const std::vector<speed_curve> processors{speed_curve({{1e5, 1e-9}, {1e6, 2e-9}}), speed_curve({{1e5, 2e-9}}),
                                              speed_curve({{1e5, 4e-9}})};
    const part::grid domain(2000, 1000);
    std::vector<double> rows(2000);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        rows[row] = static_cast<double>(row + 1);
    }
    const cell_work work(domain, part::work_density::of_rows(rows));
    const auto ratio_of = [&](const balanced_partition& found) {
        const auto amounts = work.of_processors(found.parts);
        double least = 1e9, most = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const double speed = processors[i].speed(amounts[i]);
            if (found.settled) CHECK(found.speeds[i] == Approx(speed));
            least = std::min(least, amounts[i] / speed);
            most = std::max(most, amounts[i] / speed);
        }
        return most / least;
    };
    CHECK(ratio_of(balance("slices", domain, processors, work)) < 1.02);
    CHECK(ratio_of(balance("contiguous_row", domain, processors, work)) > 2);
}

}  // namespace speed_curve_test
