// Compares Theorem 3 with the cost of real partitions.
#include "banyan/part/papers/event_horizon.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "banyan/part/error.hpp"
#include "banyan/part/measured_network.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/papers/closed_forms.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace event_horizon_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

double cost(std::string_view method, std::int64_t n, int p, const network& net) {
    const partition parts = make_partition(method, {n, n}, speeds::equal(p));
    return communication_cost_s(exact_communication(parts, stencil::named("5")), net, 8);
}

double closed_cost(arrangement parts, double side, double p, const measured_network& net) {
    const auto form =
        closed_form_of(communication_pattern::five_point, parts, system_kind::homogeneous, {side, side, p});
    return closed_form_cost_s(form.value(), net, 8);
}

measured_network random_classes(testing::source& random) {
    std::vector<size_class> classes;
    const std::int64_t count = random.integer(1, 4);
    double from = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        classes.push_back({from, random.real(1e-5, 1e-3), random.real(1e-9, 1e-7)});
        from += static_cast<double>(random.integer(1, 4000));
    }
    return measured_network(std::move(classes));
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

TEST_CASE("on a measured network the horizon is the first side at which the closed form of blocks costs less") {
    constexpr std::int64_t longest = 1500;
    testing::source random(62);
    int within = 0, with_few_processors = 0;
    for (int i = 0; i < 60; ++i) {
        const int p = static_cast<int>(random.integer(2, 16));
        const measured_network net = random_classes(random);
        std::int64_t first = 1;
        while (first <= longest && closed_cost(arrangement::block, static_cast<double>(first), p, net) >=
                                       closed_cost(arrangement::contiguous_row, static_cast<double>(first), p, net))
            ++first;
        const auto horizon = horizon_side(p, 8, net);
        INFO("setting " << i << ", " << p << " processors");
        CHECK(horizon.value_or(grid::max_side) >= first);
        if (first > longest) continue;
        CHECK(horizon == first);
        ++within;
        with_few_processors += p < 5;
    }
    CHECK(within > 20);
    CHECK(with_few_processors > 0);
}

TEST_CASE("with one class the horizon is that of the theorem") {
    testing::source random(63);
    for (int p = 1; p <= 40; ++p) {
        const double latency = random.real(1e-4, 5e-3), byte = random.real(1e-8, 2e-6);
        CHECK(horizon_side(p, 8, measured_network({{0, latency, byte}})) == horizon_side(p, 8, {latency, byte}));
    }
    CHECK_FALSE(horizon_side(9, 8, measured_network({{0, 1, 0}})));
    CHECK(horizon_side(9, 8, measured_network({{0, 0, 1e-6}})) == 1);
}

TEST_CASE("blocks on four processors are faster if only the rows are long messages") {
    // From 4096 bytes, which are 512 items, a message takes ten times as long to start.
    const std::vector<size_class> classes{{0, 1e-4, 1e-8}, {4096, 1e-3, 1e-8}};
    CHECK(horizon_side(4, 8, measured_network(classes)) == 512);
    CHECK_FALSE(horizon_side(4, 8, measured_network({{0, 1e-3, 1e-8}})));
    CHECK_THROWS_WITH(horizon_side(4, 8, measured_network(classes, medium::switched)), Catch::Contains("switched"));
    CHECK_THROWS_AS(horizon_side(0, 8, measured_network(classes)), error);
    CHECK_THROWS_AS(horizon_side(4, 0, measured_network(classes)), error);
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
