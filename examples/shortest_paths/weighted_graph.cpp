#include "examples/shortest_paths/weighted_graph.hpp"

#include <algorithm>

namespace shortest_paths {
namespace {

// A number that depends on all bits of x (splitmix64, Steele et al. 2014).
std::uint64_t mixed(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

}  // namespace

double weighted_graph::length(std::int64_t i, std::int64_t j) const {
    if (i == j) return 0;
    const std::uint64_t drawn = mixed(mixed(seed_ ^ static_cast<std::uint64_t>(i)) ^ static_cast<std::uint64_t>(j));
    const bool is_edge = static_cast<double>(drawn >> 11) * 0x1p-53 < density_;
    return is_edge ? static_cast<double>(1 + drawn % 100) : no_path;
}

std::vector<double> weighted_graph::matrix() const {
    std::vector<double> all;
    all.reserve(static_cast<std::size_t>(vertices_ * vertices_));
    for (std::int64_t i = 0; i < vertices_; ++i)
        for (std::int64_t j = 0; j < vertices_; ++j)
            all.push_back(length(i, j));
    return all;
}

void relax(std::span<double> block, std::span<const double> to_k, std::span<const double> from_k) {
    const std::size_t cols = from_k.size();
    for (std::size_t i = 0; i < to_k.size(); ++i) {
        double* const row = block.data() + i * cols;
        const double first = to_k[i];
        for (std::size_t j = 0; j < cols; ++j)
            row[j] = std::min(row[j], first + from_k[j]);
    }
}

void floyd(std::span<double> matrix, std::int64_t n) {
    const auto side = static_cast<std::size_t>(n);
    std::vector<double> to_k(side), from_k(side);
    for (std::size_t k = 0; k < side; ++k) {
        for (std::size_t i = 0; i < side; ++i)
            to_k[i] = matrix[i * side + k];
        std::copy_n(matrix.begin() + static_cast<std::ptrdiff_t>(k * side), side, from_k.begin());
        relax(matrix, to_k, from_k);
    }
}

std::vector<double> dijkstra(std::span<const double> matrix, std::int64_t n, std::int64_t source) {
    const auto side = static_cast<std::size_t>(n);
    std::vector<double> distance(side, no_path);
    std::vector<bool> final(side, false);
    distance[static_cast<std::size_t>(source)] = 0;
    for (std::size_t step = 0; step < side; ++step) {
        std::size_t nearest = side;
        for (std::size_t v = 0; v < side; ++v)
            if (!final[v] && (nearest == side || distance[v] < distance[nearest])) nearest = v;
        if (distance[nearest] == no_path) break;
        final[nearest] = true;
        for (std::size_t v = 0; v < side; ++v)
            distance[v] = std::min(distance[v], distance[nearest] + matrix[nearest * side + v]);
    }
    return distance;
}

}  // namespace shortest_paths
