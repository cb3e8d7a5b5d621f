#include "libnet/schedules/epoch_tree.hpp"

#include <bit>
#include <cstdint>

namespace banyan::net {

epoch_tree_place epoch_place(int rank, int ranks) {
    const auto id = static_cast<unsigned>(rank);
    epoch_tree_place place;
    place.level = std::popcount(id);
    if (rank != 0) place.parent = static_cast<int>(id ^ std::bit_floor(id));
    const std::int64_t first = rank == 0 ? 1 : static_cast<std::int64_t>(std::bit_floor(id)) * 2;
    for (std::int64_t bit = first; rank + bit < ranks; bit *= 2)
        place.children.push_back(static_cast<int>(rank + bit));
    return place;
}

}  // namespace banyan::net
