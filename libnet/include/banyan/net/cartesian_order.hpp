// Which rank takes which point of a Cartesian grid, so that neighbours share hosts: pure functions, without messages.
#pragma once

#include "banyan/net/cartesian_shape.hpp"

namespace banyan::net {

/// The number of edges of the grid between points on different hosts; an edge of a periodic axis of extent 2 counts
/// twice, because two messages use it. `host_at[i]`: the number of the host of point i, in the order of
/// cartesian_shape. Throws errc::invalid_argument unless there is one number for each point.
[[nodiscard]] int edges_between_hosts(const cartesian_shape& shape, std::span<const int> host_at);

/// An order of the ranks in which each host has a compact block of the grid, as far as the numbers of ranks allow:
/// result[i] is the rank that takes point i. `host_of[r]` is the number of the host of rank r. The result has at most
/// as many edges between hosts as the given order. The given order is returned if no better one was found.
///
/// If all hosts have the same number of ranks and equal blocks of that size fill the grid, all such blocks are tried.
/// In every case, the ranks are also sorted by host and the grid is cut in two repeatedly. Each cut crosses as few
/// edges as possible. Cuts that divide no host are preferred. The result is not the optimum for every shape. Takes
/// about p log p steps for p ranks, for each block that is tried.
/// Throws errc::invalid_argument unless there is one number for each point.
[[nodiscard]] std::vector<rank> compact_order(const cartesian_shape& shape, std::span<const int> host_of);

}  // namespace banyan::net
