// Whole numbers from doubles of any size.
#pragma once

#include <cstdint>

namespace banyan::part {

/// The whole part of `value`, which is at least 0, but at most `most`. The conversion of a larger double to an integer
/// would be undefined.
inline std::int64_t whole_part(double value, std::int64_t most) {
    return value < static_cast<double>(most) ? static_cast<std::int64_t>(value) : most;
}

}  // namespace banyan::part
