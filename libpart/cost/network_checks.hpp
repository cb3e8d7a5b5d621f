// The parts of check_network() (cost.hpp), for functions that need only some of them. Each throws error.
#pragma once

#include <cstdint>

#include "banyan/part/cost.hpp"

namespace banyan::part {

/// Throws unless `seconds` is finite and not negative; `what` is its name in the error.
void check_time(const char* what, double seconds);

/// Throws unless a frame has at least 1 data byte and its overhead is not negative.
void check_frame(const frame_format& frame);

/// Throws unless an item has 1 .. 2^30 bytes.
void check_item_bytes(std::int64_t item_bytes);

}  // namespace banyan::part
