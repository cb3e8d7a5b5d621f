// Heat spreads from the middle of a block of metal. Each rank computes a box of it, larger on a faster host; the faces
// of boxes are exchanged while inner cells are computed. With --picture FILE.png, rank 0 draws the middle plane.
// Run:     banyan run -n 4 -- heat_3d
#include <cstdio>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "banyan/grid/distributed_box_array.hpp"
#include "banyan/net/session.hpp"
#include "banyan/part/box_methods.hpp"
#include "examples/images/field_picture.hpp"

namespace net = banyan::net;
namespace part = banyan::part;
namespace grid = banyan::grid;

using field = grid::distributed_box_array<double>;

void compute(const field& now, field& next, std::span<const grid::box_region> regions) {
    for (const auto& [first, sides] : regions)
        for (auto i = first[0]; i < first[0] + sides[0]; ++i)
            for (auto j = first[1]; j < first[1] + sides[1]; ++j)
                for (auto k = first[2]; k < first[2] + sides[2]; ++k)
                    next(i, j, k) = now(i, j, k) / 2 + (now(i - 1, j, k) + now(i + 1, j, k) + now(i, j - 1, k) +
                                                        now(i, j + 1, k) + now(i, j, k - 1) + now(i, j, k + 1)) /
                                                           12;
}

int main(int argc, char** argv) try {
    const bool drawn = argc == 3 && std::string_view(argv[1]) == "--picture";
    if (argc > 1 && !drawn) throw std::runtime_error("allowed arguments: --picture FILE.png");
    net::session session;
    const net::group& world = session.world();
    // Its faces at the two ends of the last axis meet, as in a ring; the others are cold.
    const part::grid_3d metal({24, 32, 40}, {false, false, true});
    const auto parts = part::make_box_partition("best", metal, part::speeds(session.speeds().values));
    field now(world, parts, part::box_stencil::seven_points), next(world, parts, part::box_stencil::seven_points);
    if (now.layout().owned().contains({12, 16, 38})) now(12, 16, 38) = 1e6;

    for (int iteration = 0; iteration < 100; ++iteration) {
        now.start_exchange();
        compute(now, next, now.layout().inner());
        now.finish_exchange();
        compute(now, next, now.layout().edge());
        std::swap(now, next);
    }

    const auto metal_now = now.gather();  // empty except on rank 0
    if (world.rank() != net::rank{0}) return 0;
    for (const int row : {8, 12, 16, 20, 24}) {
        for (const int col : {30, 34, 38, 2, 6})
            std::printf("%9.4f", metal_now[static_cast<std::size_t>((12 * 32 + row) * 40 + col)]);
        std::printf("\n");
    }
    if (drawn) images::write_field(argv[2], std::span(metal_now).subspan(12 * 32 * 40, 32 * 40), 32, 40);
} catch (const std::exception& failure) {
    std::fprintf(stderr, "heat_3d: %s\n", failure.what());
    return 1;
}
