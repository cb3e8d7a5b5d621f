// Network cost of real partitions. closed_forms_test.cpp tests the closed forms.
#include "banyan/part/cost.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace cost_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

/// Random grid, processors and network that meet the assumptions of a closed form.
struct setting {
    explicit setting(testing::source& random)
        : p(static_cast<int>(random.integer(3, 12))),
          d(random.integer(1, 64)),
          net{random.real(1e-6, 1e-2),
              random.real(1e-9, 1e-5),
              medium::shared,
              {random.integer(100, 9000), random.integer(0, 100)}} {}

    [[nodiscard]] double w(std::int64_t bytes) const {
        return static_cast<double>(bytes) +
               static_cast<double>(net.frame.overhead_bytes) *
                   std::ceil(static_cast<double>(bytes) / static_cast<double>(net.frame.data_bytes));
    }
    [[nodiscard]] double cost(const partition& parts, std::string_view pattern) const {
        return communication_cost_s(exact_communication(parts, stencil::named(pattern)), net, d);
    }
    /// lambdas * lambda + tau * bytes
    [[nodiscard]] Approx form(double lambdas, double bytes) const {
        return Approx(lambdas * net.latency_s + net.time_per_byte_s * bytes).epsilon(1e-12);
    }

    int p;
    std::int64_t d;
    network net;
};

partition interleaved_rows(const grid& domain, int processors) {
    std::vector<std::int32_t> owners;
    for (std::int64_t cell = 0; cell < domain.cells(); ++cell)
        owners.push_back(static_cast<std::int32_t>(cell / domain.cols() % processors));
    return partition::from_owners(domain, processors, owners);
}

}  // namespace

TEST_CASE("Figures 36 and 38: points cost about what rows do, blocks less on large grids and more on small ones") {
    const network ethernet{2.5e-3, 1.5e-6, medium::shared, {}};
    for (const speeds& s : {speeds::equal(8), speeds{6, 4, 4, 3, 3, 3, 2, 1}}) {
        const auto cost = [&](std::string_view name, std::int64_t n) {
            const partition p = make_partition(name, {n, n}, s);
            return communication_cost_s(exact_communication(p, stencil::named("5")), ethernet, 8);
        };
        for (std::int64_t n : {500, 1000, 2000, 4000})
            CHECK(cost("contiguous_point", n) == Approx(cost("contiguous_row", n)).epsilon(0.15));
        CHECK(cost("contiguous_point", 4000) == Approx(cost("contiguous_row", 4000)).epsilon(0.02));
        CHECK(cost("block", 4000) < cost("contiguous_row", 4000));
        CHECK(cost("block", 4000) < cost("contiguous_point", 4000));
        CHECK(cost("block", 20) > cost("contiguous_row", 20));
    }
    const partition rows = make_partition("contiguous_row", {512, 512}, speeds::equal(8));
    const auto cost = [&](const partition& p) {
        return communication_cost_s(exact_communication(p, stencil::named("5")), ethernet, 8);
    };
    testing::source random(77);
    std::vector<std::int32_t> owners;
    for (int cell = 0; cell < 512 * 512; ++cell)
        owners.push_back(static_cast<std::int32_t>(random.integer(0, 7)));
    CHECK(cost(partition::from_owners(rows.domain(), 8, owners)) > cost(interleaved_rows(rows.domain(), 8)));
    CHECK(cost(interleaved_rows(rows.domain(), 8)) > cost(rows));
}

TEST_CASE("a message is charged in whole frames") {
    const frame_format ethernet;
    CHECK(wire_bytes(0, ethernet) == 0);
    CHECK(wire_bytes(1, ethernet) == 59);
    CHECK(wire_bytes(1460, ethernet) == 1460 + 58);
    CHECK(wire_bytes(1461, ethernet) == 1461 + 2 * 58);
    CHECK_THROWS_AS(wire_bytes(INT64_MAX, ethernet), error);
    CHECK_THROWS_AS(wire_bytes(1, {0, 58}), error);
    CHECK_THROWS_AS(wire_bytes(1, {1460, -1}), error);
}

TEST_CASE("a switched network charges the busiest processor, a shared one the sum") {
    // The middle processor receives from two processors and sends to two.
    const communication c(3, 1, {{0, 0, 1, 10}, {0, 2, 1, 20}, {0, 1, 0, 5}, {0, 1, 2, 5}});
    network net{1, 1, medium::shared, {1000, 0}};
    CHECK(communication_cost_s(c, net, 1) == Approx(2 + 40));
    net.kind = medium::switched;
    CHECK(communication_cost_s(c, net, 1) == Approx(2 + 30));
    net.backplane_time_per_byte_s = 0.5;  // 40 bytes take 20 s; the middle processor takes longer
    CHECK(communication_cost_s(c, net, 1) == Approx(2 + 30));
    net.backplane_time_per_byte_s = 0.8;
    CHECK(communication_cost_s(c, net, 1) == Approx(2 + 32));
    testing::source random(76);
    for (int i = 0; i < 50; ++i) {
        const setting s(random);
        const partition p = make_partition("brbd", {500, 400}, testing::random_speeds(random, s.p, 6));
        network other = s.net;
        other.kind = medium::switched;
        const communication sent = exact_communication(p, stencil::named("9"));
        CHECK(communication_cost_s(sent, other, s.d) <= communication_cost_s(sent, s.net, s.d));
    }
}

TEST_CASE("an iteration is the slowest computation and the communication") {
    const partition p = partition::from_rectangles({10, 10}, 2, {{0, 0, 0, 10, 6}, {1, 0, 6, 10, 4}});
    const communication none(2, 1, {});
    CHECK(iteration_cost_s(p, {3, 1}, 1e-3, none, {}, 8) == Approx(40e-3));
    CHECK_THROWS_AS(iteration_cost_s(p, speeds{1, 1, 1}, 1e-3, none, {}, 8), error);
    CHECK_THROWS_AS(iteration_cost_s(p, {3, 1}, -1, none, {}, 8), error);
}

TEST_CASE("impossible networks are refused by name and value") {
    const communication c(2, 1, {{0, 0, 1, std::int64_t{1} << 40}});
    CHECK_THROWS_WITH(communication_cost_s(c, {-1, 1}, 8), Catch::Contains("lambda = -1"));
    CHECK_THROWS_WITH(communication_cost_s(c, {1, std::numeric_limits<double>::quiet_NaN()}, 8),
                      Catch::Contains("tau = nan"));
    CHECK_THROWS_WITH(communication_cost_s(c, {1, 1, medium::switched, {}, -2}, 8), Catch::Contains("backplane = -2"));
    CHECK_THROWS_WITH(communication_cost_s(c, {}, 0), Catch::Contains("items of 0 bytes"));
    CHECK_THROWS_WITH(communication_cost_s(c, {}, std::int64_t{1} << 30), Catch::Contains("too large"));
}

}  // namespace cost_test
