// Texts that are put together from formatted parts.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <utility>

namespace banyan::tools {

/// Appends the formatted values, as fmt::format() takes them.
template <class... Values>
void append_text(std::string& text, fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
}

}  // namespace banyan::tools
