// Names that a user gives: found, or refused with the nearest one that there is.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "banyan/part/methods.hpp"

namespace banyan::tools {

/// The name that the fewest inserted, removed or replaced letters make of `text`, where that is at most half of its
/// letters; else empty.
std::string_view nearest_name(std::string_view text, std::span<const std::string_view> names);

/// Throws verb_error (usage): `option` does not know `text`; the nearest name where one is near; all names.
[[noreturn]] void refuse_unknown_name(std::string_view option, std::string_view text,
                                      const std::vector<std::string_view>& names);

/// The method of this name or short name. Throws verb_error (usage) when there is none; `also` are other names that
/// the option takes, as "all".
const part::method_info& method_named(std::string_view option, std::string_view name,
                                      const std::vector<std::string_view>& also = {});

}  // namespace banyan::tools
