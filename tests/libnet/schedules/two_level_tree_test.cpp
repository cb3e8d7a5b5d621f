// The tree of two levels: a tree of all ranks with one edge to each host but the root's, and few levels.
#include "libnet/schedules/two_level_tree.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "libnet/schedules/hypercube_tree.hpp"
#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/exchange_shapes.hpp"

namespace two_level_tree_test {

using namespace banyan;
using namespace banyan::testing;

namespace {

std::size_t at(int node) {
    return static_cast<std::size_t>(node);
}

// The edges from a node up to the root.
int depth_of(const std::vector<net::tree_place>& places, int node) {
    int depth = 0;
    for (; places[at(node)].parent && depth <= static_cast<int>(places.size()); node = *places[at(node)].parent)
        ++depth;
    return depth;
}

}  // namespace

TEST_CASE("The tree of two levels spans the ranks, with consecutive subtrees and one edge to each other host") {
    const int size = every_size();
    const std::vector<int> hosts = hosts_of(every_placement(), size);
    const int root = GENERATE_COPY(0, size / 2, size - 1);
    CAPTURE(size, hosts, root);
    const net::two_level_tree over(net::collective_shape{.size = size, .root = root, .host_of = hosts});
    const std::vector<net::tree_place> places = over.places();
    std::vector<int> sorted = over.ranks();
    std::ranges::sort(sorted);
    REQUIRE(sorted.size() == at(size));
    for (int rank = 0; rank < size; ++rank)
        CHECK(sorted[at(rank)] == rank);
    CHECK(over.ranks().front() == root);

    std::map<int, int> ranks_of_host;
    for (const int host : hosts)
        ++ranks_of_host[host];
    int largest = 0, between = 0;
    for (const auto& [host, ranks] : ranks_of_host)
        largest = std::max(largest, ranks);
    const int levels = net::cube_dimension(largest) + net::cube_dimension(static_cast<int>(ranks_of_host.size()));
    for (int node = 0; node < size; ++node) {
        const net::tree_place& place = places[at(node)];
        CHECK(over.place_of_rank(over.ranks()[at(node)]) == place);
        CHECK(depth_of(places, node) <= levels);
        int next = node + 1;  // the subtrees of the children follow each other
        for (const int child : place.children) {
            CHECK(child == next);
            CHECK(places[at(child)].parent == node);
            next += places[at(child)].extent;
        }
        CHECK(next == node + place.extent);
        if (place.parent) between += hosts[at(over.ranks()[at(node)])] != hosts[at(over.ranks()[at(*place.parent)])];
    }
    CHECK(between == static_cast<int>(ranks_of_host.size()) - 1);
}

}  // namespace two_level_tree_test
