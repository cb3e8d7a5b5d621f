#include "examples/window/border_choice.hpp"

#include <cstddef>
#include <vector>

#include "banyan/net/collectives.hpp"
#include "banyan/net/operations.hpp"

namespace window {

namespace grid = banyan::grid;

grid::border_way cheapest_way(const banyan::net::group& world, const grid::halo_layout& layout,
                              const grid::border_times& times) {
    const auto ways = grid::border_ways();
    std::vector<double> seconds;
    for (const grid::border_way way : ways)
        seconds.push_back(grid::border_seconds(grid::count_border(layout, way), way, times));
    banyan::net::allreduce(world, seconds, banyan::net::op::max());
    std::size_t best = 0;
    for (std::size_t i = 1; i < ways.size(); ++i)
        if (seconds[i] <= seconds[best]) best = i;
    return ways[best];
}

}  // namespace window
