// A time or length without a limit.
#pragma once

#include <limits>

namespace banyan::part {

inline constexpr double endless = std::numeric_limits<double>::infinity();

}  // namespace banyan::part
