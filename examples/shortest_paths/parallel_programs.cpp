#include "examples/shortest_paths/parallel_programs.hpp"

#include <algorithm>
#include <limits>

#include "banyan/grid/item_layout.hpp"
#include "banyan/net/cartesian_shape.hpp"
#include "banyan/net/collectives.hpp"
#include "examples/shortest_paths/processor_time.hpp"

namespace shortest_paths {
namespace {

namespace net = banyan::net;
using banyan::grid::item_layout;

std::vector<double> lengths_of(const weighted_graph& graph, const matrix_block& place) {
    std::vector<double> lengths;
    for (std::int64_t i = place.row; i < place.row + place.rows; ++i)
        for (std::int64_t j = place.col; j < place.col + place.cols; ++j)
            lengths.push_back(graph.length(i, j));
    return lengths;
}

// The rows and columns of a matrix are distributed over the sides of the mesh.
matrix_block mesh_block(std::int64_t n, const mesh_shape& mesh, int rank) {
    const auto rows = item_layout::blocked(n, mesh.rows);
    const auto cols = item_layout::blocked(n, mesh.cols);
    const int r = rank / mesh.cols, c = rank % mesh.cols;
    return {rows.index(r, 0), rows.count(r), cols.index(c, 0), cols.count(c)};
}

mesh_shape mesh_of(program which, int ranks) {
    const bool is_mesh = which == program::floyd_checkerboard || which == program::floyd_pipelined;
    return is_mesh ? squarest_mesh(ranks) : mesh_shape{ranks, 1};
}

net::collective_options broadcast_of(program which) {
    net::collective_options how;
    how.algorithm = which == program::floyd_pipelined ? "chain" : "hypercube-tree";
    how.segment_bytes = std::numeric_limits<std::int32_t>::max();  // the chain forwards a part as a whole
    return how;
}

rank_result run_dijkstra(const net::group& world, const weighted_graph& graph) {
    const std::int64_t n = graph.vertices();
    rank_result result{block_of(program::dijkstra_source_partition, n, world.size(), world.rank().value), {}};
    const std::vector<double> matrix = graph.matrix();
    const double begin_s = processor_seconds();
    for (std::int64_t s = result.place.row; s < result.place.row + result.place.rows; ++s) {
        const std::vector<double> row = dijkstra(matrix, n, s);
        result.distances.insert(result.distances.end(), row.begin(), row.end());
    }
    result.stored_items = n * n;
    result.processor_s = processor_seconds() - begin_s;
    return result;
}

// The parts of row and column k, on the ranks of the block that has them; the broadcasts fill the others.
struct step_parts {
    std::vector<double> to_k, from_k;

    void copy_own(const rank_result& mine, std::int64_t k) {
        const matrix_block& at = mine.place;
        const auto cols = static_cast<std::size_t>(at.cols);
        if (k >= at.col && k < at.col + at.cols)
            for (std::size_t i = 0; i < to_k.size(); ++i)
                to_k[i] = mine.distances[i * cols + static_cast<std::size_t>(k - at.col)];
        if (k >= at.row && k < at.row + at.rows)
            std::copy_n(mine.distances.begin() + static_cast<std::ptrdiff_t>(k - at.row) * at.cols, cols,
                        from_k.begin());
    }
};

rank_result run_floyd(program which, const net::group& world, const weighted_graph& graph) {
    const std::int64_t n = graph.vertices();
    const int me = world.rank().value;
    const mesh_shape mesh = mesh_of(which, world.size());
    const net::group along_row = world.split(me / mesh.cols, me % mesh.cols);  // the ranks of this row
    const net::group along_col = world.split(me % mesh.cols, me / mesh.cols);  // of this column
    const auto rows = item_layout::blocked(n, mesh.rows);
    const auto cols = item_layout::blocked(n, mesh.cols);
    const auto before = along_row.traffic(), before_col = along_col.traffic();
    rank_result mine{mesh_block(n, mesh, me), {}};
    mine.distances = lengths_of(graph, mine.place);
    mine.stored_items = static_cast<std::int64_t>(mine.distances.size());
    step_parts parts{std::vector<double>(static_cast<std::size_t>(mine.place.rows)),
                     std::vector<double>(static_cast<std::size_t>(mine.place.cols))};
    const net::collective_options how = broadcast_of(which);
    const double begin_s = processor_seconds();
    for (std::int64_t k = 0; k < n; ++k) {
        parts.copy_own(mine, k);
        net::broadcast(along_col, parts.from_k, net::rank{rows.owner(k)}, how);
        net::broadcast(along_row, parts.to_k, net::rank{cols.owner(k)}, how);
        relax(mine.distances, parts.to_k, parts.from_k);
    }
    mine.processor_s = processor_seconds() - begin_s;
    mine.messages = along_row.traffic().messages - before.messages + along_col.traffic().messages - before_col.messages;
    mine.bytes = along_row.traffic().bytes - before.bytes + along_col.traffic().bytes - before_col.bytes;
    return mine;
}

}  // namespace

const char* name_of(program which) {
    switch (which) {
        case program::dijkstra_source_partition:
            return "dijkstra";
        case program::floyd_stripe:
            return "floyd stripe";
        case program::floyd_checkerboard:
            return "floyd checkerboard";
        case program::floyd_pipelined:
            return "floyd pipelined";
        default:
            return "dijkstra source-parallel";
    }
}

mesh_shape squarest_mesh(int ranks) {
    const std::vector<int> sides = net::balanced_extents(ranks, 2);
    return {sides[0], sides[1]};
}

matrix_block block_of(program which, std::int64_t n, int ranks, int rank) {
    return mesh_block(n, mesh_of(which, ranks), rank);
}

rank_result run_program(program which, const net::group& world, const weighted_graph& graph) {
    if (which == program::dijkstra_source_partition) return run_dijkstra(world, graph);
    return run_floyd(which, world, graph);
}

program_traffic expected_traffic(program which, std::int64_t n, int ranks) {
    if (which == program::dijkstra_source_partition) return {0, 0};
    const mesh_shape mesh = mesh_of(which, ranks);
    const std::int64_t r = mesh.rows, c = mesh.cols;
    return {static_cast<std::uint64_t>(n * (2 * r * c - r - c)), static_cast<std::uint64_t>(8 * n * n * (r + c - 2))};
}

}  // namespace shortest_paths
