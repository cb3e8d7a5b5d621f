// Measured times of collectives as orders of their algorithms.
#include "advisor/measured_orders.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace measured_orders_test {

using namespace banyan::advisor;
namespace net = banyan::net;

namespace {

collective_times row(const char* collective, std::uint64_t bytes, const char* algorithm, std::vector<double> seconds) {
    return {.collective = collective, .bytes = bytes, .algorithm = algorithm, .seconds = std::move(seconds)};
}

std::vector<std::string> names_of(const net::measured_order& order) {
    std::vector<std::string> names;
    for (const net::algorithm* how : order.fastest_first)
        names.emplace_back(how->name);
    return names;
}

}  // namespace

TEST_CASE("algorithms are in the order of their median times, for each collective and length") {
    std::vector<collective_times> measured{row("broadcast", 8, "chain", {3, 1, 5}),
                                           row("broadcast", 8, "linear", {2, 9, 2}),
                                           row("broadcast", 8, "hypercube-tree", {4, 4, 4}),
                                           row("broadcast", 64, "chain", {1}), row("barrier", 0, "linear", {1})};
    collective_times automatic = row("broadcast", 8, "automatic", {0.5});
    automatic.chosen = "chain";
    measured.push_back(automatic);
    const std::vector<std::string> hosts{"a", "b", "a", "c", "a"};
    const auto orders = measured_orders(measured, hosts);
    REQUIRE(orders.size() == 3);
    for (const auto& order : orders)
        CHECK(order.where == net::host_spread{5, 3, 3});
    CHECK(orders[0].kind == net::collective_kind::barrier);
    CHECK(orders[1].bytes == 8);
    CHECK(names_of(orders[1]) == std::vector<std::string>{"linear", "chain", "hypercube-tree"});
    CHECK(orders[2].bytes == 64);
    CHECK(names_of(orders[2]) == std::vector<std::string>{"chain"});
}

TEST_CASE("the samples of several runs count together") {
    std::vector<collective_times> all;
    add_samples(all, std::vector{row("barrier", 0, "linear", {1, 1}), row("barrier", 0, "chain", {2, 2})});
    CHECK(all.size() == 2);
    add_samples(all, std::vector{row("barrier", 0, "linear", {9}), row("barrier", 0, "chain", {2})});
    add_samples(all, std::vector{row("barrier", 0, "linear", {9, 9}), row("barrier", 0, "chain", {2, 2})});
    CHECK(all[0].seconds == std::vector<double>{1, 1, 9, 9, 9});
    const std::vector<std::string> hosts{"a", "b"};
    CHECK(names_of(measured_orders(all, hosts).at(0)) == std::vector<std::string>{"chain", "linear"});
    const std::vector fewer{row("barrier", 0, "linear", {1})};
    CHECK_THROWS_AS(add_samples(all, fewer), std::invalid_argument);
}

TEST_CASE("measured times of unknown collectives and algorithms are refused") {
    const std::vector<std::string> hosts{"a", "b"};
    for (const auto& wrong : {row("no-such", 8, "chain", {1}), row("broadcast", 8, "no-such", {1})})
        CHECK_THROWS_AS(measured_orders(std::span(&wrong, 1), hosts), std::invalid_argument);
    CHECK(measured_orders({}, hosts).empty());
}

}  // namespace measured_orders_test
