// Carries out a rank's schedule with messages.
#pragma once

#include <span>

#include "banyan/net/collective_arguments.hpp"
#include "libnet/collectives/collective_transfers.hpp"
#include "libnet/schedules/schedule.hpp"

namespace banyan::net {

/// Room for the transfers of the plan's runs.
collective_transfers transfers_for(const schedule& plan);

/// `memory`: the input and output that the steps refer to. Blocks until this rank's part is done. `scratch`: at least
/// plan.scratch_items items, aligned for the items. Throws as collective_messages, and what the operation throws. All
/// runs with the same `transfers` must have the same plan, memory and scratch.
void run_schedule(collective_messages& messages, const schedule& plan, const detail::collective_arguments& memory,
                  std::span<std::byte> scratch, collective_transfers& transfers);

}  // namespace banyan::net
