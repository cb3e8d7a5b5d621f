// A keeper_link without a keeper. The kept state is in ordinary memory. Linking fake_keeper.cpp replaces
// daemon/coordinator/keeper_link.cpp.
#pragma once

#include "daemon/coordinator/keeper_link.hpp"

namespace banyan::testing {

/// The state that every keeper_link accesses.
daemon::kept_state& kept();
/// Resets it for a new virtual machine.
void forget_kept();

}  // namespace banyan::testing
