// A picture of the contours: which task has traced which.
#pragma once

#include <string>

#include "banyan/net/group.hpp"
#include "examples/contour/tracing.hpp"

namespace contour {

/// Rank 0 writes a PNG file of the size of the image: the elements of each contour in the colour of the task that
/// traces them. Collective; blocks. Throws net::error, and std::runtime_error on rank 0 if the file cannot be written.
void write_picture(const banyan::net::group& world, const linked_image& linked, algorithm how, const tracing_options& o,
                   const std::string& file);

}  // namespace contour
