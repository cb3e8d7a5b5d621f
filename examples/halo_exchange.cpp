// Heat spreads from the middle of a plate. The plate is divided among the ranks; before each iteration they exchange
// the values at the edges of their parts (the halo). Ranks on faster hosts get more cells.
// Run:     banyan run -n 4 -- halo_exchange
#include <cstdio>
#include <functional>
#include <utility>

#include "banyan/grid/distributed_array.hpp"
#include "banyan/net/collectives.hpp"
#include "banyan/net/session.hpp"
#include "banyan/part/methods.hpp"

namespace net = banyan::net;
namespace part = banyan::part;
namespace grid = banyan::grid;

int main() {
    net::session session;
    const net::group& world = session.world();

    const part::grid plate(64, 64, part::periodic::none);
    const auto parts = part::make_partition("columns", plate, part::speeds(session.speeds().values));
    const auto pattern = part::stencil::named("5");

    // Everything is 0 at first, and stays 0 outside the plate.
    grid::distributed_array<double> now(world, parts, pattern), next(world, parts, pattern);
    for (const grid::region& cells : now.layout().owned())
        if (cells.contains(32, 32)) now(32, 32) = 1000;

    for (int iteration = 0; iteration < 100; ++iteration) {
        now.exchange();
        for (const grid::region& cells : now.layout().owned())
            for (auto r = cells.row; r < cells.row + cells.rows; ++r)
                for (auto c = cells.col; c < cells.col + cells.cols; ++c)
                    next(r, c) = now(r, c) / 2 + (now(r - 1, c) + now(r + 1, c) + now(r, c - 1) + now(r, c + 1)) / 8;
        std::swap(now, next);
    }

    const auto plate_now = now.gather();  // empty except on rank 0
    if (world.rank() != net::rank{0}) return 0;
    for (const int row : {16, 24, 32, 40, 48}) {
        for (const int col : {16, 24, 32, 40, 48})
            std::printf("%9.4f", plate_now[static_cast<std::size_t>(row * 64 + col)]);
        std::printf("\n");
    }
}
