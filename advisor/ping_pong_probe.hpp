// Ping-pong and streams of messages between two tasks while the others wait: latency and bandwidth of one pair.
#pragma once

#include <cstddef>
#include <vector>

#include "banyan/net/group.hpp"

namespace banyan::advisor {

struct ping_pong_options {
    std::size_t bytes = 8;
    int repeat = 100;  ///< measured round trips or bursts
    int warm_up = 10;  ///< round trips or bursts before them, not measured
};

/// Round trips between ranks `a` and `b` (a != b): seconds of half a round trip, one value per repeat, on rank a; empty
/// on the other ranks. Both ranks must call it; on other ranks it returns at once. Blocks; throws net::error as
/// group::send and group::recv.
std::vector<double> ping_pong(const net::group& world, net::rank a, net::rank b, const ping_pong_options& options);

/// Bursts of `burst` messages from a to b, each burst answered by one empty message: seconds per message, one value per
/// repeat, on rank a. The receiver posts all receives of a burst before it starts. Otherwise as ping_pong().
std::vector<double> stream(const net::group& world, net::rank a, net::rank b, int burst,
                           const ping_pong_options& options);

}  // namespace banyan::advisor
