// A keeper_link without a keeper: what is kept lies in ordinary memory. Linking fake_keeper.cpp replaces
// daemon/coordinator/keeper_link.cpp.
#pragma once

#include "daemon/coordinator/keeper_link.hpp"

namespace banyan::testing {

/// What each keeper_link gives access to.
daemon::kept_state& kept();
/// As for a new virtual machine.
void forget_kept();

}  // namespace banyan::testing
