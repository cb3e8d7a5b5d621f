// Traces the contours of an image that is divided among tasks: in place (algorithm A), or after moving each contour to
// one task (algorithm B; Lin 1995, section 5.3).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "banyan/net/group.hpp"
#include "examples/contour/contour_weights.hpp"
#include "examples/contour/model_clock.hpp"
#include "examples/contour/trace_step.hpp"
#include "examples/images/image.hpp"

namespace contour {

enum class algorithm {
    in_place,  ///< A: each task traces its segments when the values before them have come
    remap      ///< B: whole contours move to tasks, which then trace without communication
};

struct tracing_options {
    int threshold = 128;   ///< of the edge detector
    int iterations = 100;  ///< of the dummy loop at each element
    weighing weights = weighing::by_segments;
    std::string exchange = "automatic";  ///< algorithm of alltoall_varying: "pairwise" in one phase, "balanced" in two
    time_model model;
    bool finds_model_time = true;  ///< traced::model_us, by a second run without the dummy loops
};

/// The contours of the part of the image that a task has. Input of both algorithms; not part of their times.
struct linked_image {
    task_mesh mesh;
    std::vector<segment> segments;
    std::vector<std::vector<packed_element>> packed;  ///< their elements with the brightness
};

/// Distributes the image of rank 0 (those of other ranks are not read), marks its edges and links their boundaries.
/// Collective; blocks. Throws std::invalid_argument if the image is smaller than the mesh of tasks.
linked_image link_image(const banyan::net::group& world, const images::image& of_root, int threshold);

struct traced {
    std::uint64_t elements = 0, contours = 0, longest = 0;
    std::uint64_t sum = 0;                ///< of all results, equal for both algorithms and all numbers of tasks
    std::vector<std::uint64_t> of_tasks;  ///< elements that each task has traced
    std::uint64_t messages = 0;           ///< without those of collectives
    double seconds = 0;                   ///< measured, from a barrier to the end of the last task
    double computing_s = 0;               ///< of it, the longest time that a task has computed
    double model_us = 0;                  ///< on the modelled computer; the same in each run. 0 if it is not asked for
};

/// Collective; blocks. The result is the same on all ranks. Throws net::error.
traced trace(const banyan::net::group& world, const linked_image& linked, algorithm how, const tracing_options& o);

}  // namespace contour
