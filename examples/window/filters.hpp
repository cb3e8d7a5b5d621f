// Window operations on an image that is distributed over a group: each result depends on the pixels around it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "banyan/grid/window_array.hpp"
#include "examples/images/image.hpp"

namespace window {

using distributed_image = banyan::grid::window_array<std::uint8_t>;

enum class filter {
    median,  ///< of the (2 radius + 1)^2 pixels of the window
    none,    ///< the image itself
    sobel    ///< |horizontal| + |vertical| gradient of 3 x 3 pixels, at most 255; radius 1
};

/// How an image is divided among the ranks, and how they exchange the border. Equal on all ranks.
struct division {
    std::string method = "best";   ///< of partitioning; one that makes rectangles
    std::vector<double> speeds{};  ///< relative, one for each rank; empty: all equal
    int radius = 1;                ///< of the window, in pixels; 1 is 3 x 3
    banyan::grid::border_way way = banyan::grid::border_way::regions;
};

/// The image of rank 0 (those of other ranks are not read) in a window_array over an open grid. Collective; blocks.
/// Throws part::error, net::error.
distributed_image distribute(const banyan::net::group& world, const images::image& of_root, const division& how);

/// The results of the own pixels, row by row. The halo must be complete. Beyond the edges of the image its outermost
/// pixels continue.
std::vector<std::uint8_t> apply(const distributed_image& image, filter what);

/// The whole result on rank 0; empty on the other ranks. Collective; blocks. Throws net::error.
images::image collect(const banyan::net::group& world, const distributed_image& image,
                      const std::vector<std::uint8_t>& own);

}  // namespace window
