#include "banyan/net/typed_item.hpp"

#include <fmt/format.h>

namespace banyan::net {
namespace {

const char* name_of(item_kind kind) {
    switch (kind) {
        case item_kind::boolean:
            return "bool";
        case item_kind::signed_integer:
            return "signed integer";
        case item_kind::unsigned_integer:
            return "unsigned integer";
        case item_kind::floating:
            return "floating-point number";
        case item_kind::character:
            return "char";
        case item_kind::unicode:
            return "unicode character";
        case item_kind::wide_character:
            return "wide character";
        case item_kind::byte:
            return "byte";
        case item_kind::list:
            return "item";
    }
    return "unknown item";
}

bool has_sizes(item_kind kind) {
    return kind == item_kind::signed_integer || kind == item_kind::unsigned_integer || kind == item_kind::floating ||
           kind == item_kind::unicode || kind == item_kind::wide_character;
}

}  // namespace

std::string describe(const item_info& item) {
    const std::string size = has_sizes(item.kind) ? fmt::format(" of {} bytes", item.element_bytes) : "";
    if (item.kind == item_kind::list) return fmt::format("a list of {} items", item.count);
    if (!item.is_array) return fmt::format("one {}{}", name_of(item.kind), size);
    return fmt::format("an array of {} {}s{}", item.count, name_of(item.kind), size);
}

}  // namespace banyan::net
