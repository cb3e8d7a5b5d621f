// All published entries of Table 2 (libpart/data/marinescu_rice_table_2.csv: Marinescu & Rice 1991, section 3.5).
#include "banyan/part/papers/self_synchronization_table.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

namespace self_synchronization_table_test {

using namespace banyan::part;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("all 100 published speed-ups are computed within 1.5") {
    const auto entries = self_synchronization_table();
    REQUIRE(entries.size() == 100);
    for (const self_synchronization_entry& e : entries) {
        INFO("gamma " << e.bound << ", R " << e.every << ", E / delta " << e.compute);
        CHECK(std::abs(e.computed - e.published) <= 1.5);
        // Eq. 3.25 with numbers. The paper's "inf" is about 10^4 for E / delta, and a limit for R.
        const double compute = std::min(e.compute, 1e4);
        const double lost_per_iteration = 10 / e.every + 8;
        CHECK(std::abs(1024 * compute / (lost_per_iteration + compute * (1 + e.bound)) - e.published) <= 1.5);
    }
}

TEST_CASE("every combination of the table's parameters is there once") {
    const auto entries = self_synchronization_table();
    for (double bound : {0.0, 0.1, 0.4, 1.0})
        for (double every : {1.0, 4.0, 10.0, 25.0, infinite})
            for (double compute : {1.0, 5.0, 20.0, 100.0, infinite})
                CHECK(std::ranges::count_if(entries, [&](const self_synchronization_entry& e) {
                          return e.bound == bound && e.every == every && e.compute == compute;
                      }) == 1);
}

TEST_CASE("the rows that the paper labels 20, 100 and 500 are those of 4, 10 and 25") {
    const epoch_times times = times_of_table(1);
    const auto found = std::ranges::find_if(self_synchronization_table(), [](const self_synchronization_entry& e) {
        return e.bound == 0.1 && e.every == 4 && e.compute == 1;
    });
    CHECK(found->published == 89);
    CHECK(speed_up(self_synchronized_utilization(times, {20, 0.1}), 1024) > 105);
}

}  // namespace self_synchronization_table_test
