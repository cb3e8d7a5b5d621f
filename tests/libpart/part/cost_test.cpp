// Network cost: the closed forms of Crandall's chapter 6 against the exact count.
#include "banyan/part/cost.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "tests/libpart/part/random_instances.hpp"

using namespace banyan::part;

namespace {

/// Random grid, machines and network that meet the assumptions of a closed form.
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

partition interleaved_rows(const grid& domain, int machines) {
    std::vector<std::int32_t> owners;
    for (std::int64_t cell = 0; cell < domain.cells(); ++cell)
        owners.push_back(static_cast<std::int32_t>(cell / domain.cols() % machines));
    return partition::from_owners(domain, machines, owners);
}

std::int64_t messages(const partition& parts, std::string_view pattern) {
    return exact_communication(parts, stencil::named(pattern)).messages();
}

}  // namespace

TEST_CASE("contiguous rows cost what the closed forms say") {
    testing::source random(71);
    for (int i = 0; i < 50; ++i) {
        const setting s(random);
        const std::int64_t n = random.integer(2, 3000);
        const partition rows =
            make_partition("contiguous_row", {random.integer(s.p, 4000), n}, testing::random_speeds(random, s.p, 5));
        CHECK(s.cost(rows, "systolic") == s.form(0, 0));
        CHECK(s.cost(rows, "wavefront") == s.form(1, s.p * s.w(s.d * n)));
        CHECK(s.cost(rows, "5") == s.form(2, 2 * s.p * s.w(s.d * n)));
        CHECK(s.cost(rows, "3") == s.form(0, 0));
        CHECK(messages(rows, "5") == 2 * s.p);
        CHECK(messages(rows, "9") == 6 * s.p);  // each of the six directions that leave the rows reaches one neighbour
    }
}

TEST_CASE("contiguous points cost what the closed forms say when every cut falls inside a row of its own") {
    testing::source random(72);
    for (int i = 0; i < 50; ++i) {
        const setting s(random);
        const std::int64_t n = random.integer(3, 1000);
        std::vector<run> runs;
        for (int machine = 0; machine < s.p; ++machine) {  // from 3k rows and a bit to 3k + 3 rows and a bit
            const std::int64_t first = machine == 0 ? 0 : runs.back().first + runs.back().count;
            const std::int64_t end = (3 * machine + 3) * n + random.integer(1, n - 1);
            runs.push_back({machine, first, (machine + 1 == s.p ? (3 * s.p + 3) * n : end) - first});
        }
        const partition points = partition::from_runs({3 * s.p + 3, n}, s.p, runs);
        const double ends = 2 * (s.p - 1) * s.w(s.d);
        CHECK(s.cost(points, "systolic") == s.form(2, ends));
        CHECK(s.cost(points, "3") == s.form(4, 2 * ends));
        // A row's worth goes north and south to the one neighbour, in one message, from runs of a row or more.
        CHECK(s.cost(points, "wavefront") == s.form(3, s.p * s.w(s.d * n) + ends));
        CHECK(s.cost(points, "5") == s.form(6, 2 * (s.p * s.w(s.d * n) + ends)));
        CHECK(messages(points, "5") == 6 * s.p - 4);
        CHECK(messages(points, "systolic") == 2 * (s.p - 1));
    }
}

TEST_CASE("homogeneous blocks cost what the closed forms say") {
    testing::source random(73);
    for (int i = 0; i < 50; ++i) {
        const setting s(random);
        const std::int64_t q = random.integer(2, 6);
        const std::int64_t side = random.integer(1, 400);
        const std::int64_t p = q * q;
        const partition blocks =
            make_partition("homogeneous_block", {q * side, q * side}, speeds::equal(static_cast<int>(p)));
        const double edge = static_cast<double>(p) * s.w(s.d * side);
        CHECK(s.cost(blocks, "systolic") == s.form(1, edge));
        CHECK(s.cost(blocks, "wavefront") == s.form(2, 2 * edge));
        CHECK(s.cost(blocks, "5") == s.form(4, 4 * edge));
        CHECK(messages(blocks, "5") == 4 * p);
    }
}

TEST_CASE("interleaved rows and scattered cells cost what the closed forms say") {
    testing::source random(74);
    for (int i = 0; i < 10; ++i) {
        const setting s(random);
        const std::int64_t n = random.integer(1, 60);
        const std::int64_t rounds = random.integer(1, 8);
        const partition rows = interleaved_rows({rounds * s.p, n}, s.p);
        CHECK(s.cost(rows, "systolic") == s.form(0, 0));
        CHECK(s.cost(rows, "wavefront") == s.form(1, s.p * s.w(s.d * rounds * n)));
        CHECK(s.cost(rows, "5") == s.form(2, 2 * s.p * s.w(s.d * rounds * n)));
        CHECK(messages(rows, "5") == 2 * s.p);
    }
    std::vector<std::int32_t> owners;
    for (int cell = 0; cell < 80 * 80; ++cell)
        owners.push_back(static_cast<std::int32_t>(random.integer(0, 5)));
    const partition scattered = partition::from_owners({80, 80}, 6, owners);
    CHECK(messages(scattered, "5") == 4 * 6 * 5);
    CHECK(messages(scattered, "systolic") == 6 * 5);
    CHECK(messages(scattered, "wavefront") == 2 * 6 * 5);
}

TEST_CASE("block beats row only beyond the event horizon of Theorem 3") {
    testing::source random(75);
    int beyond = 0;
    for (int i = 0; i < 200; ++i) {
        const std::int64_t q = random.integer(2, 6);
        const std::int64_t n = 60 * random.integer(1, 100);
        const auto p = static_cast<double>(q * q);
        const double d = 8;
        network net{random.real(1e-4, 5e-3), random.real(1e-8, 2e-6), medium::shared, {1460, 0}};
        const speeds s = speeds::equal(static_cast<int>(q * q));
        const auto cost = [&](std::string_view name) {
            return communication_cost_s(exact_communication(make_partition(name, {n, n}, s), stencil::named("5")), net,
                                        8);
        };
        const double horizon = p * d * static_cast<double>(n) * net.time_per_byte_s * (1 - 2 / std::sqrt(p));
        CHECK((cost("homogeneous_block") < cost("contiguous_row")) == (net.latency_s < horizon));
        beyond += net.latency_s < horizon;
    }
    CHECK(beyond > 20);
    CHECK(beyond < 180);
}

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

TEST_CASE("a message is framed whole") {
    const frame_format ethernet;
    CHECK(wire_bytes(0, ethernet) == 0);
    CHECK(wire_bytes(1, ethernet) == 59);
    CHECK(wire_bytes(1460, ethernet) == 1460 + 58);
    CHECK(wire_bytes(1461, ethernet) == 1461 + 2 * 58);
    CHECK_THROWS_AS(wire_bytes(INT64_MAX, ethernet), error);
    CHECK_THROWS_AS(wire_bytes(1, {0, 58}), error);
    CHECK_THROWS_AS(wire_bytes(1, {1460, -1}), error);
}

TEST_CASE("a switched network charges the busiest machine, a shared one the sum") {
    // One machine in the middle receives from two and sends to two.
    const communication c(3, 1, {{0, 0, 1, 10}, {0, 2, 1, 20}, {0, 1, 0, 5}, {0, 1, 2, 5}});
    network net{1, 1, medium::shared, {1000, 0}};
    CHECK(communication_cost_s(c, net, 1) == Approx(2 + 40));
    net.kind = medium::switched;
    CHECK(communication_cost_s(c, net, 1) == Approx(2 + 30));
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
    CHECK_THROWS_WITH(communication_cost_s(c, {}, 0), Catch::Contains("items of 0 bytes"));
    CHECK_THROWS_WITH(communication_cost_s(c, {}, std::int64_t{1} << 30), Catch::Contains("too large"));
}
