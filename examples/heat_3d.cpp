// Heat spreads from the middle of a block of metal, in three dimensions. Each rank computes a box of it, larger on a
// faster host; the values at the faces of the boxes are exchanged while the inner cells are computed.
// Run:     banyan run -n 4 -- heat_3d
#include <cstdio>
#include <utility>

#include "banyan/grid/distributed_box_array.hpp"
#include "banyan/net/session.hpp"
#include "banyan/part/box_methods.hpp"

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

int main() {
    net::session session;
    const net::group& world = session.world();

    // Its faces at the two ends of the last axis meet, as in a ring; the others are cold.
    const part::grid_3d metal({24, 32, 40}, {false, false, true});
    const auto parts = part::make_box_partition("best", metal, part::speeds(session.speeds().values));
    field now(world, parts, part::box_stencil::seven_points), next(world, parts, part::box_stencil::seven_points);
    if (parts.of(world.rank().value).contains({12, 16, 38})) now(12, 16, 38) = 1e6;

    for (int step = 0; step < 100; ++step) {
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
}
