// Checks that a schedule uses its memory as schedule.hpp demands.
#pragma once

#include "libnet/schedules/schedule.hpp"

namespace banyan::testing {

/// Throws std::runtime_error if a step writes the input, writes memory of a transfer that is under way, reads memory of
/// a receive that is under way, or has a result that overlaps an operand without being the same memory. `in_place`:
/// input and output are the same memory.
void check_memory_rules(const net::schedule& plan, bool in_place);

}  // namespace banyan::testing
