// The parts of check_network() (cost.hpp), for functions that need only some; each throws error.
#pragma once

#include <cstdint>

#include "banyan/part/cost.hpp"

namespace banyan::part {

/// Finite and not negative.
void check_time(const char* what, double seconds);

/// At least 1 data byte a frame, no negative overhead.
void check_frame(const frame_format& frame);

/// 1 .. 2^30 bytes an item.
void check_item_bytes(std::int64_t item_bytes);

}  // namespace banyan::part
