#include "advisor/program_phases.hpp"

#include <catch2/catch.hpp>

namespace program_phases_test {

using namespace banyan::advisor;

TEST_CASE("the patterns of a cycle are counted for each of its sweeps") {
    // 500 iterations of four sweeps and 1000 of one: 3000 sweeps.
    const auto rates = patterns_per_sweep({parse_phase("flow=3:5,9@500"), parse_phase("solve=9,2:reduction@1000")});
    REQUIRE(rates.size() == 3);
    CHECK(rates[0].pattern == "5");
    CHECK(rates[0].per_sweep == Approx(1500.0 / 3000));
    CHECK(rates[1].pattern == "9");
    CHECK(rates[1].per_sweep == Approx(1500.0 / 3000));
    CHECK(rates[2].pattern == "reduction");
    CHECK(rates[2].per_sweep == Approx(2000.0 / 3000));
}

TEST_CASE("an iteration with one exchange has it once for each sweep") {
    const auto rates = patterns_per_sweep({{"", 7, parse_iteration("5")}});
    REQUIRE(rates.size() == 1);
    CHECK(rates[0].per_sweep == Approx(1));
}

}  // namespace program_phases_test
