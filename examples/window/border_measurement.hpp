// Measures what the ways to exchange a border cost on this network.
#pragma once

#include "banyan/grid/window_border.hpp"
#include "banyan/net/group.hpp"

namespace window {

/// Between ranks 0 and 1, for items of one byte; takes some milliseconds. All ranks get the same result. All times are
/// 0 in a group of one. Collective; blocks. Throws net::error.
banyan::grid::border_times measure_border_times(const banyan::net::group& world);

}  // namespace window
