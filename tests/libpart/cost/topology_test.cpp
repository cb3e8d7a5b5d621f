// Compares Table 1 with the networks themselves.
#include "banyan/part/papers/topology.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "banyan/part/error.hpp"

namespace topology_test {

using namespace banyan::part;

namespace {

/// The number of networks between processor 0 and the farthest processor, by breadth-first search.
int farthest(const topology& form) {
    const auto networks = networks_of(form);
    std::vector<int> distance(static_cast<std::size_t>(form.processors), -1);
    distance[0] = 0;
    for (int d = 0; std::ranges::count(distance, d) > 0; ++d)
        for (const auto& network : networks)
            if (std::ranges::any_of(network, [&](int m) { return distance[static_cast<std::size_t>(m)] == d; }))
                for (int m : network)
                    if (distance[static_cast<std::size_t>(m)] < 0) distance[static_cast<std::size_t>(m)] = d + 1;
    return *std::ranges::max_element(distance);
}

/// The number of networks with processors in both halves. The halves are split by number: by the highest bit, or into
/// upper and lower rows.
std::int64_t across_halves(const topology& form) {
    return std::ranges::count_if(networks_of(form), [&](const std::vector<int>& network) {
        return network.front() < form.processors / 2 && network.back() >= form.processors / 2;
    });
}

void check_facts(const topology& form) {
    const auto networks = networks_of(form);
    CHECK(std::ssize(networks) == form.networks);
    CHECK(farthest(form) == form.diameter);
    CHECK(across_halves(form) == form.bisection);
    for (int processor = 0; processor < form.processors; ++processor)
        CHECK(std::ranges::count_if(networks, [&](const auto& network) {
                  return std::ranges::binary_search(network, processor);
              }) == form.connections);
}

}  // namespace

TEST_CASE("Table 1 is what the networks have") {
    for (int p : {2, 5, 8})
        check_facts(single_network(p));
    for (int p : {2, 5, 8})
        check_facts(completely_connected(p));
    for (int k : {2, 4, 6, 10})
        check_facts(mesh_of_networks(k));
    for (int k = 1; k <= 9; ++k)
        check_facts(cube_connected(k));
}

TEST_CASE("the cube of Figure 8, and its diameter of 2 holds for three and four dimensions only") {
    const auto networks = networks_of(cube_connected(3));
    const std::set<std::vector<int>> faces(networks.begin(), networks.end());
    CHECK(faces == std::set<std::vector<int>>{
                       {0, 1, 2, 3}, {0, 1, 4, 5}, {0, 2, 4, 6}, {1, 3, 5, 7}, {2, 3, 6, 7}, {4, 5, 6, 7}});
    CHECK(cube_connected(3).diameter == 2);
    CHECK(cube_connected(4).diameter == 2);
    CHECK(cube_connected(5).diameter == 3);
}

TEST_CASE("broadcasts take what equations 3.1 to 3.4 say") {
    const network net{1e-3, 1e-6, medium::shared, {}};
    const double message = 1e-3 + 500 * 1e-6;
    CHECK(broadcast_s(single_network(9), 500, net) == Approx(8 * message));
    CHECK(broadcast_s(completely_connected(8), 500, net) == Approx(3 * message));
    CHECK(broadcast_s(cube_connected(5), 500, net) == Approx(5 * message));
    CHECK(broadcast_s(mesh_of_networks(3), 500, net) == Approx(4 * message));
    CHECK(broadcast_s(single_network(1), 500, net) == 0);
    CHECK(broadcast_s(completely_connected(1), 500, net) == 0);
    CHECK(broadcast_s(completely_connected(5), 500, net) == Approx(3 * message));
}

TEST_CASE("p messages over k networks") {
    const network net{1e-3, 1e-6, medium::shared, {}};
    CHECK(parallel_messages_s(8, 1, 500, net) == Approx(1e-3 + 8 * 500e-6));
    CHECK(parallel_messages_s(8, 8, 500, net) == Approx(1e-3 + 500e-6));
    CHECK(parallel_messages_s(0, 8, 500, net) == 0);
}

TEST_CASE("the size of a message selects the numbers of a measured network") {
    const measured_network net({{0, 1, 0.5}, {100, 3, 0.25}});
    CHECK(broadcast_s(single_network(9), 10, net) == Approx(8 * (1 + 5)));
    CHECK(broadcast_s(mesh_of_networks(3), 200, net) == Approx(4 * (3 + 50)));
    CHECK(parallel_messages_s(6, 2, 10, net) == Approx(1 + 3 * 5));
    CHECK(parallel_messages_s(6, 2, 200, net) == Approx(3 + 3 * 50));
    CHECK(parallel_messages_s(0, 2, 200, net) == 0);
    CHECK_THROWS_AS(broadcast_s(single_network(2), -1, net), error);
    CHECK_THROWS_AS(parallel_messages_s(4, 0, 1, net), error);
}

TEST_CASE("impossible topologies are refused") {
    CHECK_THROWS_AS(single_network(0), error);
    CHECK_THROWS_AS(completely_connected(-1), error);
    CHECK_THROWS_WITH(cube_connected(25), Catch::Contains("25") && Catch::Contains("1 to 24"));
    CHECK_THROWS_AS(mesh_of_networks(1), error);
    CHECK_THROWS_AS(broadcast_s(single_network(2), NAN, {}), error);
    CHECK_THROWS_AS(parallel_messages_s(4, 0, 1, {}), error);
}

}  // namespace topology_test
