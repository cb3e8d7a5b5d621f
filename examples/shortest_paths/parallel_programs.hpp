// The distances of all pairs of vertices, by four parallel programs (Lin 1995, section 3.2). The models of their
// scalability are in banyan/part/papers/scalability.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "banyan/net/group.hpp"
#include "banyan/part/papers/scalability.hpp"
#include "examples/shortest_paths/weighted_graph.hpp"

namespace shortest_paths {

using program = banyan::part::shortest_paths;

/// The four programs that run here: not Dijkstra's source-parallel one.
inline constexpr std::array runnable_programs{program::dijkstra_source_partition, program::floyd_stripe,
                                              program::floyd_checkerboard, program::floyd_pipelined};
/// "dijkstra", "floyd stripe", "floyd checkerboard", "floyd pipelined".
const char* name_of(program which);

/// A mesh of rows x cols ranks, as square as possible: rank r is in row r / cols and column r % cols.
struct mesh_shape {
    int rows, cols;
};
mesh_shape squarest_mesh(int ranks);

/// The block of the result that a rank computes. Dijkstra and stripe: whole rows. Otherwise a block of the mesh. Sides
/// are as equal as possible; a rank has none if there are more ranks than rows.
matrix_block block_of(program which, std::int64_t n, int ranks, int rank);

/// What one rank has after a run.
struct rank_result {
    matrix_block place;
    std::vector<double> distances;  ///< of this block, row-major
    std::int64_t stored_items = 0;  ///< matrix elements that this rank has kept at the same time, without messages
    std::uint64_t messages = 0;     ///< sent by this rank
    std::uint64_t bytes = 0;        ///< in these messages
    double processor_s = 0;         ///< CPU time of its thread, from when it has its part of the graph
};

/// Collective and blocking; throws net::error as net::broadcast. Every step of Floyd's programs broadcasts row k
/// (stripe), or the parts of row and column k along the columns and rows of the mesh. Checkerboard: by a tree, so a
/// step waits for log2(side of the mesh) messages in sequence. Pipelined: from neighbour to neighbour; a rank forwards
/// a part and then computes, while the next ranks forward it. The broadcasts are those of libnet (algorithms
/// "hypercube-tree" and "chain").
rank_result run_program(program which, const banyan::net::group& world, const weighted_graph& graph);

/// The messages and bytes of all ranks together, n >= the sides of the mesh. Dijkstra: none. Stripe: n (p - 1) and
/// 8 n^2 (p - 1). Checkerboard and pipelined on an r x c mesh: n (2 r c - r - c) and 8 n^2 (r + c - 2).
struct program_traffic {
    std::uint64_t messages, bytes;
};
program_traffic expected_traffic(program which, std::int64_t n, int ranks);

}  // namespace shortest_paths
