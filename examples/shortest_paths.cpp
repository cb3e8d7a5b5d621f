// The distances of all pairs of vertices of a graph, by four parallel programs: what they send, and whether they agree
// with the plain way, Floyd's program on one rank.
// Run:     banyan run -n 4 -- shortest_paths
#include <cstdio>
#include <span>

#include "banyan/net/collectives.hpp"
#include "banyan/net/session.hpp"
#include "examples/shortest_paths/parallel_programs.hpp"

namespace net = banyan::net;
using namespace shortest_paths;

// True on rank 0 if the blocks of all ranks together are the matrix.
static bool agrees(const net::group& world, program which, const rank_result& mine, std::span<const double> matrix,
                   std::int64_t n) {
    const auto blocks = net::gather_varying(world, mine.distances);
    std::size_t at = 0;
    for (int r = 0; r < world.size() && !blocks.items.empty(); ++r) {
        const matrix_block b = block_of(which, n, world.size(), r);
        for (std::int64_t i = b.row; i < b.row + b.rows; ++i)
            for (std::int64_t j = b.col; j < b.col + b.cols; ++j)
                if (blocks.items[at++] != matrix[static_cast<std::size_t>(i * n + j)]) return false;
    }
    return true;
}

int main() {
    net::session session;
    const net::group& world = session.world();
    const bool is_first = world.rank() == net::rank{0};
    const weighted_graph graph(120, 1994, 0.05);
    const std::int64_t n = graph.vertices();

    std::vector<double> plain = is_first ? graph.matrix() : std::vector<double>();
    if (is_first) floyd(plain, n);
    if (is_first) std::printf("program             messages    bytes  memory  result\n");
    for (const program which : runnable_programs) {
        const rank_result mine = run_program(which, world, graph);
        const auto messages = net::allreduce_value(world, mine.messages, net::op::sum());
        const auto bytes = net::allreduce_value(world, mine.bytes, net::op::sum());
        const auto stored = net::allreduce_value(world, mine.stored_items, net::op::sum());
        const bool same = agrees(world, which, mine, plain, n);
        if (!is_first) continue;
        const program_traffic expected = expected_traffic(which, n, world.size());
        const bool as_expected = messages == expected.messages && bytes == expected.bytes;
        std::printf("%-18s %9lu %8lu %5ld x  %s, %s\n", name_of(which), messages, bytes, stored / (n * n),
                    same ? "as Floyd on one rank" : "WRONG", as_expected ? "traffic by the formula" : "OTHER TRAFFIC");
    }
}
