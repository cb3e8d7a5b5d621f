// The speeds that a run gives to its tasks. Pure.
#pragma once

#include <vector>

#include "banyan/net/ids.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

/// What is known about the speed of a host: that of one task while the host has as many tasks as slots.
struct host_speed {
    double declared = 1;           ///< relative, as in the host file
    wire::MeasuredSpeed measured;  ///< not measured if its speed is not above 0
    int slots = 1;
};

/// The host of a rank.
struct rank_place {
    net::host_id host;
    host_speed speed;
};

/// The speed of each rank. If all hosts of `ranks` were measured, these are the measured speeds; otherwise all are the
/// declared ones, because the two have no common unit. If a host has more of these ranks than slots, they share the
/// speed of all its slots.
wire::RunSpeeds run_speeds(const std::vector<rank_place>& ranks);

}  // namespace banyan::daemon
