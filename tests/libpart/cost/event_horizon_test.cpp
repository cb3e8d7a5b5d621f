// Compares Theorem 3 with the cost of real partitions.
#include "banyan/part/papers/event_horizon.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace event_horizon_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

double cost(std::string_view method, std::int64_t n, int p, const network& net) {
    const partition parts = make_partition(method, {n, n}, speeds::equal(p));
    return communication_cost_s(exact_communication(parts, stencil::named("5")), net, 8);
}

}  // namespace

TEST_CASE("the smallest side at which blocks win is the formula's, to the next side that divides") {
    testing::source random(61);
    for (int i = 0; i < 100; ++i) {
        const std::int64_t q = random.integer(2, 6);
        const int p = static_cast<int>(q * q);
        const network net{random.real(1e-4, 5e-3), random.real(1e-8, 2e-6), medium::shared, {1460, 0}};
        const auto horizon = horizon_side(p, 8, net);
        CHECK(horizon.has_value() == (p >= 5));
        std::int64_t first = p;  // smaller grids do not have one row for each processor
        while (first < 6000 && cost("homogeneous_block", first, p, net) >= cost("contiguous_row", first, p, net))
            first += q;
        if (horizon && *horizon < 6000)
            CHECK(first == std::max<std::int64_t>((*horizon + q - 1) / q * q, p));
        else
            CHECK(first >= 6000);
    }
}

TEST_CASE("Figure 37: Ethernet and FDDI") {
    const network ethernet{1.5e-3, 1e-6, medium::shared, {1460, 0}};
    const network fddi{1.5e-3, 1e-7, medium::shared, {1460, 0}};
    CHECK_FALSE(horizon_side(4, 8, ethernet));
    std::int64_t before = grid::max_side;
    for (int p = 5; p <= 64; ++p) {
        const std::int64_t slow = horizon_side(p, 8, ethernet).value();
        const std::int64_t fast = horizon_side(p, 8, fddi).value();
        CHECK(slow <= before);  // smaller problems suffice with each step
        CHECK(fast >= 10 * (slow - 1));
        CHECK(fast <= 10 * slow);
        const auto n = static_cast<double>(slow);
        CHECK(horizon_latency_s(p, n, 8, 1e-6) > 1.5e-3);
        CHECK(horizon_latency_s(p, n - 1, 8, 1e-6) <= 1.5e-3 * (1 + 1e-12));
        before = slow;
    }
}

TEST_CASE("horizons beyond every grid, and impossible settings") {
    CHECK_FALSE(horizon_side(9, 8, {1, 0}));
    CHECK_FALSE(horizon_side(9, 8, {0, 0}));
    CHECK(horizon_side(9, 8, {0, 1e-6}) == 1);
    CHECK_THROWS_AS(horizon_side(0, 8, {}), error);
    CHECK_THROWS_AS(horizon_side(9, 0, {}), error);
    CHECK_THROWS_AS(horizon_side(9, 8, {-1, 1}), error);
}

}  // namespace event_horizon_test
