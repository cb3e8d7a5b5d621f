// Layouts for the tests of moves.
#pragma once

#include <vector>

#include "banyan/grid/item_layout.hpp"

namespace banyan::testing {

inline std::vector<grid::item_layout> layouts_of(std::int64_t n, int p) {
    return {grid::item_layout::blocked(n, p), grid::item_layout::cyclic(n, p), grid::item_layout::block_cyclic(n, p, 3),
            grid::item_layout::block_cyclic(n, p, 100)};
}

}  // namespace banyan::testing
