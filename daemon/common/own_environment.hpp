// The environment of this process.
#pragma once

#include <string>
#include <vector>

namespace banyan::daemon {

/// "NAME=value" each, in the system's order.
std::vector<std::string> own_environment();

}  // namespace banyan::daemon
