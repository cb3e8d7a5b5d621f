// Passes a value along each contour from segment to segment: in the order of the contour, or against it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "banyan/net/group.hpp"
#include "examples/contour/model_clock.hpp"
#include "examples/contour/segments.hpp"
#include "examples/contour/task_mesh.hpp"

namespace contour {

enum class direction { forward, backward };

struct relay_options {
    direction way;
    banyan::net::tag tag;
    std::uint64_t first;    ///< the value for segments at the beginning
    double element_us = 0;  ///< that `visit` takes for each element on the modelled computer
};

/// Calls `visit` once for each segment, as soon as the value of the segment before it (in this direction) is known.
/// `visit` returns the value for the segment after it. All segments that are ready are visited before anything is sent:
/// then each neighbour gets one message with all values for it (Lin 1995, section 5.3.2). There is no global
/// synchronization: a task returns when its own segments are done and its messages are sent. Collective; blocks.
/// Messages are 16 bytes for each value. Returns the number of messages that this task has sent. Throws net::error. If
/// the clock runs, it is set to the end on the modelled computer (relay_clock.hpp), which rank 0 computes afterwards.
int relay(const banyan::net::group& world, const task_mesh& mesh, std::span<const segment> segments,
          const relay_options& how, model_clock& clock,
          const std::function<std::uint64_t(std::size_t segment, std::uint64_t value)>& visit);

}  // namespace contour
