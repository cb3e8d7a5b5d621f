#include <algorithm>
#include <cmath>
#include <set>

#include "banyan/part/cost.hpp"
#include "banyan/part/methods.hpp"
#include "tools/banyan/ncube_guide.hpp"

namespace banyan::tools {
namespace {

constexpr int vector_nodes = 4;
constexpr std::int64_t vector_components = 12'000, vector_range = 100;
constexpr int room_nodes = 8;
constexpr std::int64_t room_side = 96;

/// The most components of one node in any `length` consecutive ones.
std::int64_t most_in_cluster(const std::vector<std::int32_t>& owners, std::int64_t length) {
    std::vector<std::int64_t> in_window(vector_nodes);
    std::int64_t most = 0;
    for (std::int64_t i = 0; i < std::ssize(owners); ++i) {
        most = std::max(most, ++in_window[static_cast<std::size_t>(owners[static_cast<std::size_t>(i)])]);
        if (i + 1 >= length) --in_window[static_cast<std::size_t>(owners[static_cast<std::size_t>(i + 1 - length)])];
    }
    return most;
}

void count_ranges(const std::vector<std::int32_t>& owners, dispersed_vector& into) {
    std::int64_t length = 0;
    for (std::size_t i = 0; i < owners.size(); ++i) {
        const bool begins = i == 0 || owners[i] != owners[i - 1];
        into.ranges += begins ? 1 : 0;
        length = begins ? 1 : length + 1;
        into.longest_range = std::max(into.longest_range, length);
    }
}

part::work_density jet_engine() {
    return part::work_density::of_function([](std::int64_t row, std::int64_t col) {
        const double down = static_cast<double>(row - room_side / 2), across = static_cast<double>(col - room_side / 4);
        return 1 + 40 * std::exp(-(down * down + across * across) / (2 * 8.0 * 8.0));
    });
}

struct neighbour_counts {
    int edges = 0, left_right = 0;
};

neighbour_counts neighbours_of(const part::partition& parts, int node) {
    const auto owners = parts.owners();
    const std::int64_t cols = parts.domain().cols();
    const auto at = [&](std::int64_t row, std::int64_t col) {
        return owners[static_cast<std::size_t>(row * cols + col)];
    };
    std::set<int> all, on_left, on_right;
    for (std::int64_t row = 0; row < parts.domain().rows(); ++row)
        for (std::int64_t col = 0; col < cols; ++col) {
            if (at(row, col) != node) continue;
            if (col > 0) on_left.insert(at(row, col - 1));
            if (col + 1 < cols) on_right.insert(at(row, col + 1));
            if (row > 0) all.insert(at(row - 1, col));
            if (row + 1 < parts.domain().rows()) all.insert(at(row + 1, col));
        }
    all.insert(on_left.begin(), on_left.end());
    all.insert(on_right.begin(), on_right.end());
    for (std::set<int>* each : {&all, &on_left, &on_right})
        each->erase(node);
    return {static_cast<int>(all.size()), static_cast<int>(std::max(on_left.size(), on_right.size()))};
}

room_partition in_room(const char* method) {
    const part::grid room(room_side, room_side, part::periodic::none);
    const part::speeds nodes = part::speeds::equal(room_nodes);
    part::partition_options options;
    options.density = jet_engine();
    const auto parts = part::make_partition(method, room, nodes, options);
    room_partition found{method, part::max_time_ratio(part::work_of_processors(parts, options.density), nodes),
                         part::cut_length(parts), 0, 0};
    for (int node = 0; node < room_nodes; ++node) {
        const auto [edges, left_right] = neighbours_of(parts, node);
        found.most_neighbours = std::max(found.most_neighbours, edges);
        found.most_left_right = std::max(found.most_left_right, left_right);
    }
    return found;
}

}  // namespace

std::vector<regular_boundary> regular_boundaries() {
    constexpr std::int64_t side = 90;
    constexpr int nodes = 9;
    std::vector<regular_boundary> found;
    for (const auto& [method, published] :
         {std::pair{"contiguous_row", 8}, {"contiguous_column", 8}, {"homogeneous_block", 4}}) {
        const auto parts =
            part::make_partition(method, part::grid(side, side, part::periodic::none), part::speeds::equal(nodes));
        found.push_back({method, static_cast<double>(published),
                         static_cast<double>(part::cut_length(parts)) / static_cast<double>(side)});
    }
    return found;
}

dispersed_vector maximum_dispersion_example() {
    const part::grid vector(1, vector_components, part::periodic::none);
    const part::speeds nodes = part::speeds::equal(vector_nodes);
    part::partition_options options;
    options.range_length = vector_range;
    const auto parts = part::make_partition("maximum_dispersion", vector, nodes, options);
    const auto contiguous = part::make_partition("contiguous_point", vector, nodes).owners();
    const auto owners = parts.owners();
    dispersed_vector found{vector_components, {}, 0, 0, {}};
    for (int node = 0; node < vector_nodes; ++node)
        found.of_nodes.push_back(parts.cells(node));
    count_ranges(owners, found);
    for (const std::int64_t length : {100, 200, 400, 800})
        found.clusters.push_back({length, most_in_cluster(owners, length), most_in_cluster(contiguous, length)});
    return found;
}

std::vector<room_partition> room_partitions() {
    std::vector<room_partition> found;
    for (const char* method : {"regular", "slices", "bands", "triangulated"})
        found.push_back(in_room(method));
    return found;
}

}  // namespace banyan::tools
