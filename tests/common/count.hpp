// How often a text contains another one.
#pragma once

#include <cstddef>
#include <string_view>

namespace banyan::testing {

/// How often `part`, which is not empty, is in `text`. Places do not overlap.
inline std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size()))
        ++found;
    return found;
}

}  // namespace banyan::testing
