// The weight of each contour, and from it the target and the place of each segment: steps 1 to 3 of remapping (Lin
// 1995, section 5.3.3).
#pragma once

#include <span>
#include <vector>

#include "banyan/net/group.hpp"
#include "examples/contour/fragments.hpp"
#include "examples/contour/model_clock.hpp"
#include "examples/contour/segments.hpp"
#include "examples/contour/task_mesh.hpp"

namespace contour {

enum class weighing {
    by_segments,  ///< parallel segment tracing: a value passes along each contour, and the label back against it
    by_blocks     ///< divide and conquer over blocks of 2 x 2, 4 x 4 ... tasks, and back in reverse
};

/// The label of each own segment. Both ways give the same. Collective; blocks. `messages` is increased by the number of
/// messages that this task has sent itself, without collectives. Throws net::error.
std::vector<label> label_segments(const banyan::net::group& world, const task_mesh& mesh,
                                  std::span<const segment> segments, weighing how, model_clock& clock, int& messages);

}  // namespace contour
