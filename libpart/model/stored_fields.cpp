#include "libpart/model/stored_fields.hpp"

#include <algorithm>

#include "banyan/part/error.hpp"

namespace banyan::part::stored {

// dump() calls itself for each level, so nested values could exhaust the stack; they are only named.
std::string quoted(const json& value) {
    constexpr std::size_t longest = 40;
    const bool nested = std::any_of(value.begin(), value.end(), [](const json& part) { return part.is_structured(); });
    if (nested) return value.is_array() ? "a nested list" : "a nested object";
    const std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
    return text.size() <= longest ? text : text.substr(0, longest) + "...";
}

void refuse(const std::string& what) {
    throw error("stored partition: " + what);
}

json parsed(std::string_view text) {
    try {
        return json::parse(text);
    } catch (const json::parse_error& failure) {
        refuse(fmt::format("the text is not JSON, byte {} is not allowed there", failure.byte));
    } catch (const json::out_of_range&) {
        refuse(fmt::format("the text contains a number out of range, allowed: -{0} to {0}",
                           std::numeric_limits<double>::max()));
    }
}

const json& field(const json& object, const char* name) {
    if (!object.is_object()) refuse(fmt::format("{} is not a JSON object", quoted(object)));
    const auto found = object.find(name);
    if (found == object.end()) refuse(fmt::format("the field {} is missing", name));
    return *found;
}

const json& list_field(const json& object, const char* name) {
    const json& list = field(object, name);
    if (!list.is_array()) refuse(fmt::format("{} is {}, allowed: a list", name, quoted(list)));
    return list;
}

void check_schema(const json& object, std::string_view allowed) {
    const json& found = field(object, "schema");
    if (found != allowed) refuse(fmt::format("schema is {}, allowed: \"{}\"", quoted(found), allowed));
}

}  // namespace banyan::part::stored
