// The usual time between asking the tasks of a run to end and killing them.
#pragma once

#include <chrono>

namespace banyan::daemon {

inline constexpr std::chrono::seconds default_grace{5};

}  // namespace banyan::daemon
