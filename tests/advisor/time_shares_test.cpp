#include "advisor/time_shares.hpp"

#include <catch2/catch.hpp>
#include <vector>

namespace time_shares_test {

using banyan::advisor::time_of_share;

TEST_CASE("measurements that keep their time take the budget in the given shares") {
    const std::vector<double> shares{8, 1, 3};
    CHECK(time_of_share(6, 0, shares, 0) == Approx(4));
    CHECK(time_of_share(6, 4, shares, 1) == Approx(0.5));
    CHECK(time_of_share(6, 4.5, shares, 2) == Approx(1.5));
}

TEST_CASE("all measurements end in the budget, whatever time one of them takes") {
    const std::vector<double> shares{0.8, 0.06, 0.06, 0.08};
    constexpr double budget_s = 1.2;
    for (const double first_s : {0.0, 0.5, 1.1, 1.2, 3.0}) {
        double spent_s = first_s;
        for (std::size_t next = 1; next < shares.size(); ++next) {
            const double seconds = time_of_share(budget_s, spent_s, shares, next);
            CHECK(seconds >= 0);
            CHECK((seconds > 0) == (first_s < budget_s));
            spent_s += seconds;
        }
        CHECK(spent_s == Approx(first_s < budget_s ? budget_s : first_s));
    }
}

TEST_CASE("the time that a measurement leaves goes to all later ones") {
    const std::vector<double> shares{2, 1, 1};
    CHECK(time_of_share(4, 1, shares, 1) == Approx(1.5));  // instead of 1
    CHECK(time_of_share(4, 3, shares, 1) == Approx(0.5));
}

}  // namespace time_shares_test
