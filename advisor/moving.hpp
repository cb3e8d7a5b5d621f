// What it takes to change from one partition to another: the messages of libgrid's redistribution.
#pragma once

#include <cstdint>

#include "advisor/message_pattern.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::advisor {

/// One message for each pair of processors of which the first one gives cells to the second, for items of `item_bytes`
/// bytes. Throws part::error if the grids or the numbers of processors differ.
message_pattern moving_messages(const part::partition& from, const part::partition& to, std::int64_t item_bytes);

}  // namespace banyan::advisor
