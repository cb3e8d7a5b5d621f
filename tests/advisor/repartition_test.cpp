#include "advisor/repartition.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>
#include <vector>

namespace repartition_test {

using namespace banyan::advisor;

namespace {

/// Saves 2 ms an iteration (1 to 3) and costs 100 ms (80 to 120).
const repartition_measurement good{10e-3, 8e-3, {1e-3, 3e-3}, 0.1, {0.08, 0.12}};
/// The same with a gain that may be none.
const repartition_measurement doubtful{10e-3, 8e-3, {-1e-3, 5e-3}, 0.1, {0.08, 0.12}};

}  // namespace

TEST_CASE("the saving is that of the iterations that are left without the moving") {
    CHECK(good.expected_saving_s(200) == Approx(0.3));
    CHECK(good.saving_s(200).lo == Approx(0.08));
    CHECK(good.saving_s(200).hi == Approx(0.52));
    CHECK(good.pays_from() == 121);
    CHECK(good.saving_s(120).lo <= 1e-12);
    CHECK(good.saving_s(121).lo > 0);
    CHECK(doubtful.pays_from() == -1);
}

TEST_CASE("a change needs a proposal and two confirmations") {
    std::vector<repartition_measurement> measured{good};
    CHECK(decide_repartition(measured, 1000) == repartition_decision::measure_again);
    measured.push_back(good);
    CHECK(decide_repartition(measured, 1000) == repartition_decision::measure_again);
    measured.push_back(good);
    CHECK(decide_repartition(measured, 1000) == repartition_decision::move);
}

TEST_CASE("the partition is kept if one measurement does not confirm the change") {
    CHECK(decide_repartition(std::vector{doubtful}, 1'000'000) == repartition_decision::keep);
    CHECK(decide_repartition(std::vector{good, doubtful}, 1'000'000) == repartition_decision::keep);
    CHECK(decide_repartition(std::vector{good, good, doubtful}, 1'000'000) == repartition_decision::keep);
}

TEST_CASE("the partition is kept if too few iterations are left") {
    CHECK(decide_repartition(std::vector{good}, 120) == repartition_decision::keep);
    CHECK(decide_repartition(std::vector{good}, 121) == repartition_decision::measure_again);
    CHECK(decide_repartition(std::vector{good}, 0) == repartition_decision::keep);
}

TEST_CASE("a decision without a measurement or with negative iterations is refused") {
    CHECK_THROWS_AS(decide_repartition({}, 10), std::invalid_argument);
    CHECK_THROWS_AS(decide_repartition(std::vector{good}, -1), std::invalid_argument);
}

}  // namespace repartition_test
