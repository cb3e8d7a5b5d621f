#include "advisor/model_intervals.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>
#include <vector>

#include "advisor/ranking.hpp"

namespace model_intervals_test {

using namespace banyan::advisor;

TEST_CASE("measurements without noise determine the numbers of a switch") {
    const exchange_model truth{0, 1e-4, 0, 1e-8, 0};
    std::vector<exchange_samples> measured;
    for (double bytes = 8; bytes < 1e5; bytes *= 8)
        for (const double messages : {1.0, 2.0, 4.0})
            for (const double tasks : {1.0, 4.0}) {
                const exchange_load load{messages, tasks * messages, messages * bytes, tasks * messages * bytes};
                measured.push_back({load, std::vector<double>(5, truth.seconds(load))});
            }
    const auto found = intervals_of(fit_exchanges(measured), resampled_networks(measured, {20, 1}));
    REQUIRE(found.size() == 5);
    CHECK(found[1].name == "message_s");
    CHECK(found[1].ci95.lo == Approx(truth.message_s).epsilon(1e-3));
    CHECK(found[3].name == "byte_s");
    CHECK(found[3].ci95.hi == Approx(truth.byte_s).epsilon(1e-3));
    CHECK_FALSE(found[3].is_undetermined());
}

TEST_CASE("a number whose interval contains 0 and more is undetermined") {
    const std::vector<exchange_model> draws{{0, 1, 0, 1, 0}, {0, 2, 0, 2, 1}, {0, 3, 0, 3, 2}};
    const auto found = intervals_of(draws[1], draws);
    CHECK_FALSE(found[0].is_undetermined());  // certainly 0
    CHECK_FALSE(found[1].is_undetermined());
    CHECK(found[1].ci95.lo == Approx(1.05));  // linear between the order statistics
    CHECK(found[4].name == "shared_byte_s");
    CHECK_FALSE(found[4].is_undetermined());
    const std::vector<exchange_model> often(50, exchange_model{0, 1, 0, 1, 0});
    auto some = often;
    some.insert(some.end(), 50, exchange_model{0, 1, 0, 0.5, 0.1});
    CHECK(intervals_of(draws[1], some)[4].is_undetermined());
    CHECK_THROWS_AS(intervals_of(draws[1], {}), std::invalid_argument);
}

}  // namespace model_intervals_test
