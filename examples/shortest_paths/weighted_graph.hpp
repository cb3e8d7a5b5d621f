// A directed graph with lengths of its edges, and the serial programs for the distances of all pairs. Pure: no I/O.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace shortest_paths {

/// The distance of vertices without a path.
inline constexpr double no_path = std::numeric_limits<double>::infinity();

/// A graph whose edges are drawn from a seed, so that every rank knows any part of it without a message. The lengths
/// are whole numbers from 1 to 100, so sums are exact and all programs give the same bits.
class weighted_graph {
  public:
    /// `vertices` >= 0. `density`: the share of the pairs that have an edge, 0 to 1.
    weighted_graph(std::int64_t vertices, std::uint64_t seed, double density)
        : vertices_(vertices), seed_(seed), density_(density) {}

    [[nodiscard]] std::int64_t vertices() const { return vertices_; }
    /// The length of the edge from i to j; 0 for i = j, no_path without an edge.
    [[nodiscard]] double length(std::int64_t i, std::int64_t j) const;
    /// All lengths, row-major.
    [[nodiscard]] std::vector<double> matrix() const;

  private:
    std::int64_t vertices_;
    std::uint64_t seed_;
    double density_;
};

/// Rows [row, row + rows) and columns [col, col + cols) of a matrix.
struct matrix_block {
    std::int64_t row, rows, col, cols;
};

/// One step of Floyd's program for a block, row-major: a path through vertex k, of which `to_k` has the distances from
/// each row of the block to k, and `from_k` those from k to each column.
void relax(std::span<double> block, std::span<const double> to_k, std::span<const double> from_k);

/// Floyd's program for a whole n x n matrix, in place: n^3 steps.
void floyd(std::span<double> matrix, std::int64_t n);

/// Dijkstra's program for one source, on a dense n x n matrix of lengths: n^2 steps.
std::vector<double> dijkstra(std::span<const double> matrix, std::int64_t n, std::int64_t source);

}  // namespace shortest_paths
