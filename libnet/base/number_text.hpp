// Reads a number from a text that contains nothing else.
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>
#include <system_error>

namespace banyan::net {

/// The number that is written in `text`. Nothing if the text has any other character or the number does not fit the
/// type. "nan" and "inf" are numbers.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number value{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// The same for a whole number with digits of this base, from 2 to 36.
template <std::integral Number>
std::optional<Number> number_in(std::string_view text, int base) {
    Number value{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// As the first function; nothing for a number outside `low` .. `high`.
template <class Number>
std::optional<Number> number_between(std::string_view text, Number low, Number high) {
    const auto value = number_in<Number>(text);
    return value && *value >= low && *value <= high ? value : std::nullopt;  // false for NaN
}

}  // namespace banyan::net
