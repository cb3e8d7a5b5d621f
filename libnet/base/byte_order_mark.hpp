// The byte order mark with which some editors begin a text in UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace banyan::net {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// The text without a byte order mark at its beginning.
inline std::string without_byte_order_mark(const std::string& text) {
    return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

}  // namespace banyan::net
