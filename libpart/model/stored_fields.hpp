// Reads the fields of partitions that are stored as JSON. Every error is one line: the field, its value, what is
// allowed.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace banyan::part::stored {

using json = nlohmann::ordered_json;

/// The value as JSON, short enough for an error line.
std::string quoted(const json& value);

/// Throws error.
[[noreturn]] void refuse(const std::string& what);

/// Throws error for text that is not JSON.
json parsed(std::string_view text);

/// These throw error if the object is not a JSON object, the field is missing, or its value is not allowed.
const json& field(const json& object, const char* name);
const json& list_field(const json& object, const char* name);
void check_schema(const json& object, std::string_view allowed);

/// Throws error unless the value is a whole number of this type.
template <class Whole>
Whole whole(const json& value, const char* name) {
    const bool fits = value.is_number_unsigned()
                          ? std::in_range<Whole>(value.get<std::uint64_t>())
                          : value.is_number_integer() && std::in_range<Whole>(value.get<std::int64_t>());
    if (!fits)
        refuse(fmt::format("{} is {}, allowed: whole numbers up to {}", name, quoted(value),
                           std::numeric_limits<Whole>::max()));
    return value.get<Whole>();
}

template <class Whole = std::int64_t>
Whole whole_field(const json& object, const char* name) {
    return whole<Whole>(field(object, name), name);
}

}  // namespace banyan::part::stored
