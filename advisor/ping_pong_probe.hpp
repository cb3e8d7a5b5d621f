// Two processes bounce or stream messages while the others wait: latency and bandwidth of one pair.
#pragma once

#include <cstddef>
#include <vector>

#include "banyan/net/group.hpp"

namespace banyan::advisor {

struct ping_pong_options {
    std::size_t bytes = 8;
    int repeat = 100;  ///< measured round trips or bursts
    int warm_up = 10;  ///< not measured, before them
};

/// Round trips between ranks `a` and `b` (a != b): seconds of half a round trip, one per repeat, on rank a; empty on
/// all others. Called by both; other ranks return at once. Blocks; throws as group::send and recv do.
std::vector<double> ping_pong(const net::group& world, net::rank a, net::rank b, const ping_pong_options& options);

/// Bursts of `burst` messages from a to b, each burst answered by one empty message: seconds per message, one per
/// repeat, on rank a. The receiver posts all receives of a burst beforehand. Otherwise as ping_pong.
std::vector<double> stream(const net::group& world, net::rank a, net::rank b, int burst,
                           const ping_pong_options& options);

}  // namespace banyan::advisor
