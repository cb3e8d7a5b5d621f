// Whole numbers from doubles of any size.
#pragma once

#include <cstdint>

namespace banyan::part {

/// The whole part of `value` (at least 0), or `most` if that is less. The conversion of a double that is too large for
/// an integer is undefined, so it must be limited before.
inline std::int64_t whole_part(double value, std::int64_t most) {
    return value < static_cast<double>(most) ? static_cast<std::int64_t>(value) : most;
}

}  // namespace banyan::part
