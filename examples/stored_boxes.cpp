// Heat in three dimensions, with the boxes of a file: rank i computes the box of processor i. The first command makes
// the file for a grid of this size and processors of these speeds.
// clang-format off
// Run:     banyan partition --planes 8 --rows 9 --cols 12 --speeds 3,2,1 --method best --out boxes.json > boxes.txt; banyan run -n 3 -- stored_boxes boxes.json
// clang-format on
#include <cstdio>
#include <fstream>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "banyan/grid/distributed_box_array.hpp"
#include "banyan/net/session.hpp"
#include "banyan/part/box_partition_json.hpp"

namespace net = banyan::net;
namespace part = banyan::part;
namespace grid = banyan::grid;

part::box_partition read_boxes(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot open the file '" + path + "'");
    return part::box_partition_from_json(std::string(std::istreambuf_iterator<char>(file), {}));
}

int main(int argc, char** argv) try {
    if (argc != 2)
        throw std::runtime_error("allowed arguments: FILE.json of banyan partition --planes P --out FILE.json");
    const auto parts = read_boxes(argv[1]);  // the file is on every host
    net::session session;
    grid::distributed_box_array<double> now(session.world(), parts, part::box_stencil::seven_points);
    grid::distributed_box_array<double> next(session.world(), parts, part::box_stencil::seven_points);
    const auto [planes, rows, cols] = parts.domain().sides();
    if (now.layout().owned().contains({planes / 2, rows / 2, cols / 2})) now(planes / 2, rows / 2, cols / 2) = 1000;

    for (int iteration = 0; iteration < 20; ++iteration) {
        now.exchange();
        const auto [first, sides] = now.layout().owned();
        for (auto i = first[0]; i < first[0] + sides[0]; ++i)
            for (auto j = first[1]; j < first[1] + sides[1]; ++j)
                for (auto k = first[2]; k < first[2] + sides[2]; ++k)
                    next(i, j, k) = now(i, j, k) / 2 + (now(i - 1, j, k) + now(i + 1, j, k) + now(i, j - 1, k) +
                                                        now(i, j + 1, k) + now(i, j, k - 1) + now(i, j, k + 1)) /
                                                           12;
        std::swap(now, next);
    }

    const auto all = now.gather();  // empty except on rank 0
    if (all.empty()) return 0;
    const auto middle = static_cast<std::size_t>((planes / 2 * rows + rows / 2) * cols + cols / 2);
    std::printf("%d boxes: %.6f in the middle, %.6f in all cells\n", parts.processors(), all[middle],
                std::accumulate(all.begin(), all.end(), 0.0));
} catch (const std::exception& failure) {
    std::fprintf(stderr, "stored_boxes: %s\n", failure.what());
    return 1;
}
