// The contour segments of a block, and where closed contours begin. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "examples/contour/boundary.hpp"
#include "examples/contour/task_mesh.hpp"

namespace contour {

/// Consecutive elements of a contour that belong to one task.
struct segment {
    std::vector<element_id> elements;  ///< in the order of the contour, at least one
    element_id next = 0;               ///< the successor of the last element
    element_id previous = 0;           ///< the predecessor of the first one; 0 if the segment begins a contour
    bool begins = false;               ///< the first element is the first of its contour
    bool ends = false;                 ///< the last element is the last of its contour

    [[nodiscard]] element_id head() const { return elements.front(); }
    [[nodiscard]] element_id tail() const { return elements.back(); }
};

/// Links the elements of this block to segments. `marked` is asked for the pixels of the block and those around it. A
/// contour within the block is one segment, which begins and ends it. `begins`, `ends` and `previous` of other segments
/// are set by cut_contours().
std::vector<segment> link_segments(const block& own, std::int64_t cols, const marks& marked);

/// What other tasks must know of a segment.
struct segment_ends {
    element_id head = 0, tail = 0, next = 0;
    element_id smallest = 0;  ///< of its elements
};
segment_ends ends_of(const segment& s);

/// A contour is closed; it begins at its smallest element. Cuts the contours that pass through several blocks there:
/// sets `begins`, `ends` and `previous` of the segments, and splits those in which a contour begins. `all` has the ends
/// of such segments of all tasks, in any order.
void cut_contours(std::vector<segment>& own, std::span<const segment_ends> all);

}  // namespace contour
