// The checks of debug mode (banyan/net/same_call.hpp) of collective calls with partitions.
#pragma once

#include <string_view>
#include <vector>

#include "banyan/grid/box_halo_layout.hpp"
#include "banyan/grid/halo_layout.hpp"
#include "banyan/net/same_call.hpp"

namespace banyan::grid {

/// Throws collective_mismatch, as net::expect_same_call, unless all ranks have the same grid, partition, stencil and
/// depth of the halo, and the same `more`. Sends nothing outside debug mode.
void expect_same_layout(const net::group& tasks, std::string_view call, const halo_layout& layout,
                        std::vector<net::call_parameter> more, net::deadline until);
void expect_same_layout(const net::group& tasks, std::string_view call, const box_halo_layout& layout,
                        std::vector<net::call_parameter> more, net::deadline until);

}  // namespace banyan::grid
