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

}  // namespace banyan::grid
