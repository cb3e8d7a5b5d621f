// How far a stencil reads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "banyan/part/stencil.hpp"

namespace banyan::grid {

/// The largest offset of a stencil: rows north or south, columns west or east.
struct reach {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
};

inline reach reach_of(const part::stencil& pattern) {
    reach most;
    for (const part::direction& d : pattern.directions()) {
        most.rows = std::max(most.rows, std::abs(d.rows));
        most.cols = std::max(most.cols, std::abs(d.cols));
    }
    return most;
}

/// How far a cell reads towards each side.
struct reads {
    std::int64_t north = 0;
    std::int64_t south = 0;
    std::int64_t west = 0;
    std::int64_t east = 0;
};

inline reads reads_of(const part::stencil& pattern) {
    reads most;
    for (const part::direction& d : pattern.directions()) {  // a cell reads those at the opposite offsets
        most.north = std::max(most.north, d.rows);
        most.south = std::max(most.south, -d.rows);
        most.west = std::max(most.west, d.cols);
        most.east = std::max(most.east, -d.cols);
    }
    return most;
}

}  // namespace banyan::grid
