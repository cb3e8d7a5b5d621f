// The name that the user probably meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace banyan::tools {

/// The name with the smallest edit distance (letters inserted, removed or replaced) from `text`. Empty if that distance
/// is more than half of the length of the name.
std::string nearest_name(std::string_view text, std::span<const std::string> names);

}  // namespace banyan::tools
