// The parallel programs, compared with the serial ones and with Boost.Graph; their messages and memory, with the
// formulas.
#include "examples/shortest_paths/parallel_programs.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <catch2/catch.hpp>

#include "banyan/net/collectives.hpp"
#include "banyan/net/thread_world.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/group_sizes.hpp"

namespace parallel_programs_test {

using namespace shortest_paths;
namespace net = banyan::net;
namespace part = banyan::part;
using banyan::testing::findings;

namespace {

std::vector<double> by_boost(const weighted_graph& graph) {
    using boost_graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                                              boost::property<boost::edge_weight_t, double>>;
    const auto n = static_cast<std::size_t>(graph.vertices());
    boost_graph edges(n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            if (const double length = graph.length(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j));
                i != j && length != no_path)
                boost::add_edge(i, j, length, edges);
    std::vector<double> all;
    for (std::size_t s = 0; s < n; ++s) {
        std::vector<double> row(n, no_path);
        boost::dijkstra_shortest_paths(
            edges, s, boost::distance_map(row.data()).distance_inf(no_path).weight_map(get(boost::edge_weight, edges)));
        all.insert(all.end(), row.begin(), row.end());
    }
    return all;
}

struct totals {
    std::uint64_t messages = 0, bytes = 0;
    std::int64_t stored = 0;
};

// Runs the program and compares the block of this rank.
totals run_and_compare(net::group& world, program which, const weighted_graph& graph,
                       const std::vector<double>& expected, findings& found) {
    const rank_result mine = run_program(which, world, graph);
    const std::int64_t n = graph.vertices();
    std::size_t at = 0;
    for (std::int64_t i = mine.place.row; i < mine.place.row + mine.place.rows; ++i)
        for (std::int64_t j = mine.place.col; j < mine.place.col + mine.place.cols; ++j)
            found.expect(mine.distances[at++] == expected[static_cast<std::size_t>(i * n + j)], [&] {
                return std::string(name_of(which)) + ", " + std::to_string(i) + " to " + std::to_string(j);
            });
    const auto cells = static_cast<std::int64_t>(at);
    found.expect(net::allreduce_value(world, cells, net::op::sum()) == n * n, "every pair has one rank");
    return {net::allreduce_value(world, mine.messages, net::op::sum()),
            net::allreduce_value(world, mine.bytes, net::op::sum()),
            net::allreduce_value(world, mine.stored_items, net::op::sum())};
}

}  // namespace

TEST_CASE("shortest paths: the serial programs are equal to Boost.Graph") {
    for (const std::int64_t n : {0, 1, 2, 17, 40})
        for (const double density : {0.0, 0.05, 0.3, 1.0}) {
            const weighted_graph graph(n, 7, density);
            const std::vector<double> expected = by_boost(graph);
            std::vector<double> all = graph.matrix();
            for (std::int64_t s = 0; s < n; ++s) {
                const auto row = dijkstra(all, n, s);
                REQUIRE(std::equal(row.begin(), row.end(), expected.begin() + s * n));
            }
            floyd(all, n);
            REQUIRE(all == expected);
        }
}

TEST_CASE("shortest paths: every program gives the serial result, with the messages and the memory of its formula") {
    const int p = banyan::testing::any_size(banyan::testing::sizes_to(9, {12, 16}));
    const weighted_graph graph(29, 3, 0.1);
    const std::vector<double> expected = by_boost(graph);
    findings found;
    net::run_threads(p, [&](net::group& world) {
        for (const program which : runnable_programs) {
            const totals all = run_and_compare(world, which, graph, expected, found);
            const program_traffic wanted = expected_traffic(which, 29, p);
            found.expect(all.messages == wanted.messages && all.bytes == wanted.bytes, [&] {
                return std::string(name_of(which)) + ": " + std::to_string(all.messages) + " messages, " +
                       std::to_string(all.bytes) + " bytes, expected " + std::to_string(wanted.messages) + ", " +
                       std::to_string(wanted.bytes);
            });
            const double factor = static_cast<double>(all.stored) / (29 * 29);
            found.expect(factor == part::memory_overhead_factor(which, p, 29), "the memory-overhead factor");
        }
    });
    INFO(found.first());
    CHECK(found.first().empty());
}

TEST_CASE("shortest paths: more ranks than vertices, and over every transport") {
    findings found;
    const weighted_graph small(3, 5, 0.5), larger(40, 5, 0.05);
    const std::vector<double> of_small = by_boost(small), of_larger = by_boost(larger);
    net::run_threads(8, [&](net::group& world) {
        for (const program which : runnable_programs)
            run_and_compare(world, which, small, of_small, found);
    });
    banyan::testing::on_every_transport(6, [&](net::group& world) {
        for (const program which : runnable_programs)
            run_and_compare(world, which, larger, of_larger, found);
    });
    INFO(found.first());
    CHECK(found.first().empty());
}

TEST_CASE("shortest paths: the formulas of the messages, for a 4 x 4 mesh") {
    CHECK(squarest_mesh(16).rows == 4);
    CHECK(squarest_mesh(7).cols == 1);
    CHECK(expected_traffic(program::floyd_stripe, 100, 16).messages == 100 * 15);
    CHECK(expected_traffic(program::floyd_stripe, 100, 16).bytes == 8 * 100 * 100 * 15);
    CHECK(expected_traffic(program::floyd_checkerboard, 100, 16).messages == 100 * 24);
    CHECK(expected_traffic(program::floyd_checkerboard, 100, 16).bytes == 8 * 100 * 100 * 6);
    CHECK(expected_traffic(program::dijkstra_source_partition, 100, 16).bytes == 0);
}

}  // namespace parallel_programs_test
