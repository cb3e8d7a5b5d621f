#include "banyan/part/measured_network.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace measured_network_test {

using namespace banyan::part;
namespace testing = banyan::testing;

TEST_CASE("one class without frames is the model of lambda and tau, on both media") {
    testing::source random(91);
    for (int i = 0; i < 100; ++i) {
        const partition p = make_partition("columns", {300, 500}, testing::random_speeds(random, 9, 6));
        const communication sent = exact_communication(p, stencil::named(i % 2 == 0 ? "5" : "9"));
        for (medium kind : {medium::shared, medium::switched}) {
            const network model{random.real(0, 1e-2), random.real(0, 1e-5), kind, {1460, 0}};
            const measured_network measured({{0, model.latency_s, model.time_per_byte_s}}, kind);
            CHECK(communication_cost_s(sent, measured, 8) == Approx(communication_cost_s(sent, model, 8)));
            const std::vector<phase> phases{{sent, 2.5}, {reduction_communication(p, 0), 0.1}};
            CHECK(communication_cost_s(phases, measured, 8) == Approx(communication_cost_s(phases, model, 8)));
            const speeds equal = speeds::equal(9);
            CHECK(iteration_cost_s(p, equal, 1e-8, sent, measured, 8) ==
                  Approx(iteration_cost_s(p, equal, 1e-8, sent, model, 8)));
        }
    }
}

TEST_CASE("each message is charged by its own size") {
    const measured_network net({{0, 1, 0.5}, {100, 3, 0.25}});
    CHECK(net.message_s(0) == 1);
    CHECK(net.message_s(99) == Approx(1 + 49.5));
    CHECK(net.message_s(100) == Approx(3 + 25));
    // In direction 0, processor 0 sends a short and a long message, and processor 1 a long one. Direction 1 has no
    // messages.
    const communication sent(3, 2, {{0, 0, 1, 10}, {0, 0, 2, 200}, {0, 1, 2, 300}});
    CHECK(communication_cost_s(sent, net, 1) == Approx((1 + 3) + 5 + 50 + 75));
    const measured_network own_links({{0, 1, 0.5}, {100, 3, 0.25}}, medium::switched);
    CHECK(communication_cost_s(sent, own_links, 1) == Approx((1 + 3) + (50 + 75)));  // into processor 2
}

TEST_CASE("tables without a class from 0 or not in ascending order are refused") {
    CHECK_THROWS_AS(measured_network({}), error);
    CHECK_THROWS_AS(measured_network({{8, 1, 1}}), error);
    CHECK_THROWS_WITH(measured_network({{0, 1, 1}, {64, 1, 1}, {64, 2, 2}}), Catch::Contains("64"));
    CHECK_THROWS_AS(measured_network({{0, -1, 1}}), error);
    CHECK_THROWS_AS(measured_network({{0, 1, NAN}}), error);
    const std::vector<phase> wrong{{communication(1, 1, {}), -1}};
    CHECK_THROWS_WITH(communication_cost_s(wrong, measured_network({{0, 1, 1}}), 8), Catch::Contains("-1 times"));
    CHECK_THROWS_AS(communication_cost_s(communication(1, 1, {}), measured_network({{0, 1, 1}}), 0), error);
}

}  // namespace measured_network_test
