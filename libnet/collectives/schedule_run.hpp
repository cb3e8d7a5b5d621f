// Carries out a rank's schedule with messages.
#pragma once

#include <span>

#include "banyan/net/collective_arguments.hpp"
#include "libnet/collectives/collective_messages.hpp"
#include "libnet/schedules/schedule.hpp"

namespace banyan::net {

/// `memory`: the input and output that the steps refer to. Blocks until this rank's part is done. `scratch`: at least
/// plan.scratch_items items, aligned for the items. Throws as collective_messages, and what the operation throws.
void run_schedule(collective_messages& messages, const schedule& plan, const detail::collective_arguments& memory,
                  std::span<std::byte> scratch);

}  // namespace banyan::net
