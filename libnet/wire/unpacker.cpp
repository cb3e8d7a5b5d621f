#include "banyan/net/unpacker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <cstring>

#include "banyan/net/error.hpp"
#include "libnet/wire/binary128.hpp"
#include "libnet/wire/typed_format.hpp"

namespace banyan::net {
namespace {

using namespace wire;

[[noreturn]] void damaged(const std::string& text) {
    throw error(errc::protocol_violation, "typed message: " + text);
}

bool is_integer(item_kind kind) {
    return kind == item_kind::signed_integer || kind == item_kind::unsigned_integer ||
           kind == item_kind::wide_character;
}

bool width_allowed(item_kind kind, std::size_t bytes) {
    const bool power = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    switch (kind) {
        case item_kind::boolean:
        case item_kind::character:
        case item_kind::byte:
            return bytes == 1;
        case item_kind::signed_integer:
        case item_kind::unsigned_integer:
            return power;
        case item_kind::floating:
            return bytes == 4 || bytes == 8 || bytes == 16;
        case item_kind::unicode:
            return power && bytes <= 4;
        case item_kind::wide_character:
            return bytes == 2 || bytes == 4;
        case item_kind::list:
            return bytes == 0;
    }
    return false;
}

template <class T>
T load(const std::byte* at, bool swap) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return swap ? boost::endian::endian_reverse(value) : value;
}

// Copies elements of equal size and reverses the bytes of each.
template <class T>
void copy_swapped(const std::byte* in, std::byte* out, std::size_t count, std::ptrdiff_t step) {
    for (std::size_t i = 0; i < count; ++i) {
        const T value = load<T>(in + i * sizeof(T), true);
        std::memcpy(out + static_cast<std::ptrdiff_t>(i) * step, &value, sizeof value);
    }
}

void copy_same_size(const std::byte* in, std::byte* out, std::size_t bytes, std::size_t count, std::ptrdiff_t step,
                    bool swap) {
    if (swap && bytes == 2) return copy_swapped<std::uint16_t>(in, out, count, step);
    if (swap && bytes == 4) return copy_swapped<std::uint32_t>(in, out, count, step);
    if (swap && bytes == 8) return copy_swapped<std::uint64_t>(in, out, count, step);
    if (step == static_cast<std::ptrdiff_t>(bytes)) {
        std::memcpy(out, in, count * bytes);
        return;
    }
    for (std::size_t i = 0; i < count; ++i)
        std::memcpy(out + static_cast<std::ptrdiff_t>(i) * step, in + i * bytes, bytes);
}

// An integer of `bytes` bytes, extended to 64 bits.
std::uint64_t load_integer(const std::byte* at, std::size_t bytes, bool is_signed, bool swap) {
    const auto extended = [&](auto value) {
        using narrow = decltype(value);
        return is_signed ? static_cast<std::uint64_t>(static_cast<std::make_signed_t<narrow>>(value))
                         : static_cast<std::uint64_t>(value);
    };
    switch (bytes) {
        case 1:
            return extended(load<std::uint8_t>(at, swap));
        case 2:
            return extended(load<std::uint16_t>(at, swap));
        case 4:
            return extended(load<std::uint32_t>(at, swap));
        default:
            return load<std::uint64_t>(at, swap);
    }
}

void check_range(std::uint64_t value, std::size_t bytes, bool is_signed, std::uint64_t item) {
    if (bytes == 8) return;
    const std::uint64_t most = (std::uint64_t{1} << (bytes * 8 - (is_signed ? 1 : 0))) - 1;
    const auto number = static_cast<std::int64_t>(value);
    if (is_signed ? number <= static_cast<std::int64_t>(most) && number >= -static_cast<std::int64_t>(most) - 1
                  : value <= most)
        return;
    throw error(errc::out_of_range,
                fmt::format("typed message, item {}: the value {} does not fit into {} integer of {} bytes here", item,
                            is_signed ? fmt::to_string(number) : fmt::to_string(value),
                            is_signed ? "a signed" : "an unsigned", bytes));
}

// Stores the low `bytes` bytes of a value that fits into them.
void store_integer(std::uint64_t value, std::byte* out, std::size_t bytes) {
    const auto* in = reinterpret_cast<const std::byte*>(&value);
    std::memcpy(out, in + (std::endian::native == std::endian::big ? sizeof value - bytes : 0), bytes);
}

binary128 load_binary128(const std::byte* at, bool swap) {
    const bool low_first = (std::endian::native == std::endian::little) != swap;
    return {load<std::uint64_t>(at + (low_first ? 8 : 0), swap), load<std::uint64_t>(at + (low_first ? 0 : 8), swap)};
}

void store_long_double(const std::byte* at, std::byte* out, bool swap, std::uint64_t item) {
    long double value = 0;
    if (!from_binary128(load_binary128(at, swap), value))
        throw error(
            errc::out_of_range,
            fmt::format("typed message, item {}: the value is too large for a long double of this architecture", item));
    std::memcpy(out, &value, sizeof value);
}

item_info asked_for(const detail::native_type& wanted, bool is_array, std::uint64_t count) {
    return {wanted.kind, wanted.wire_bytes, is_array, count};
}

[[noreturn]] void wrong_type(std::uint64_t item, const item_info& found, const std::string& wanted) {
    throw error(errc::wrong_type, fmt::format("typed message, item {} is {}, but the program asks for {}", item,
                                              describe(found), wanted));
}

}  // namespace

unpacker::unpacker(std::vector<std::byte> payload) : payload_(std::move(payload)) {
    if (payload_.size() < typed_head_bytes || !std::equal(typed_magic.begin(), typed_magic.end(), payload_.begin()))
        damaged("it was not made by a packer");
    if (payload_[2] != typed_version)
        throw error(errc::version_mismatch,
                    fmt::format("typed message: version {}, this program reads version {}",
                                std::to_integer<int>(payload_[2]), std::to_integer<int>(typed_version)));
    if (payload_[3] != little_endian_order && payload_[3] != big_endian_order)
        damaged(fmt::format("byte order {} is not 1 (little) or 2 (big)", std::to_integer<int>(payload_[3])));
    swap_ = payload_[3] != own_order;
    at_.offset = typed_head_bytes;
}

// Reads the header of the next item and checks that all its elements have arrived, before any memory is allocated for
// them.
item_info unpacker::parse_item(position& at) const {
    const std::size_t left = payload_.size() - at.offset;
    if (left == 0)
        throw error(errc::no_more_items, fmt::format("typed message: all {} items have been read", at.items));
    const auto code = std::to_integer<std::uint8_t>(payload_[at.offset]);
    const bool counted = (code & array_bit) != 0;
    const std::size_t head = item_head_bytes + (counted ? count_bytes : 0);
    if (left < head) damaged(fmt::format("item {} ends inside its header", at.items + 1));
    item_info item;
    item.kind = static_cast<item_kind>(code & ~array_bit);
    item.element_bytes = std::to_integer<std::size_t>(payload_[at.offset + 1]);
    item.is_array = counted;
    const bool is_list = item.kind == item_kind::list;
    if (!width_allowed(item.kind, item.element_bytes) || (is_list && !counted))
        damaged(fmt::format("item {} has kind {} with elements of {} bytes", at.items + 1, code, item.element_bytes));
    if (counted) item.count = load<std::uint64_t>(payload_.data() + at.offset + item_head_bytes, swap_);
    const std::size_t least_bytes = is_list ? item_head_bytes + 1 : item.element_bytes;
    if (item.count > (left - head) / least_bytes)
        damaged(fmt::format("item {} is {}, but {} bytes are left", at.items + 1, describe(item), left - head));
    at.offset += head;
    ++at.items;
    return item;
}

// Begins the next item, or continues an array that has been read in part, and checks that its elements can be read as
// `wanted`.
item_info unpacker::open(position& at, const detail::native_type& wanted, const item_info& asked) const {
    if (at.left == 0) {
        at.current = parse_item(at);
        at.left = at.current.count;
    }
    item_info item = at.current;
    item.count = at.left;
    const bool fits = item.element_bytes == wanted.wire_bytes || is_integer(item.kind);
    if (item.kind != wanted.kind || !fits) wrong_type(at.items, item, describe(asked));
    return item;
}

item_info unpacker::next() const {
    if (at_.left == 0) {
        position at = at_;
        return parse_item(at);
    }
    item_info rest = at_.current;
    rest.count = at_.left;
    return rest;
}

std::size_t unpacker::array_size(const detail::native_type& wanted) const {
    position at = at_;
    const item_info asked = asked_for(wanted, true, next().count);
    const item_info item = open(at, wanted, asked);
    if (!item.is_array) wrong_type(at.items, item, describe(asked));
    return static_cast<std::size_t>(item.count);
}

void unpacker::read_one(const detail::native_type& wanted, void* into) {
    position at = at_;
    const item_info asked = asked_for(wanted, false, 1);
    const item_info item = open(at, wanted, asked);
    if (item.is_array) wrong_type(at.items, item, describe(asked));
    copy(at, wanted, into, 1, 1);
    at_ = at;
}

void unpacker::read_exactly(const detail::native_type& wanted, void* first, std::size_t count) {
    position at = at_;
    const item_info asked = asked_for(wanted, true, count);
    const item_info item = open(at, wanted, asked);
    if (!item.is_array || item.count != count) wrong_type(at.items, item, describe(asked));
    copy(at, wanted, first, count, 1);
    at_ = at;
}

void unpacker::read_across(const detail::native_type& wanted, void* first, std::size_t count, std::ptrdiff_t stride) {
    position at = at_;
    const std::ptrdiff_t step = stride * wanted.native_bytes;
    auto* out = static_cast<std::byte*>(first);
    const item_info asked = asked_for(wanted, true, count);
    if (count == 0 && !done() && next().is_array && next().count == 0) open(at, wanted, asked);  // an empty array
    while (count > 0) {
        const item_info item = open(at, wanted, asked);
        const auto taken = static_cast<std::size_t>(std::min<std::uint64_t>(item.count, count));
        copy(at, wanted, out, taken, stride);
        out += static_cast<std::ptrdiff_t>(taken) * step;
        count -= taken;
    }
    at_ = at;
}

// Converts the next `count` elements of the current item. The caller has checked that they exist.
void unpacker::copy(position& at, const detail::native_type& wanted, void* first, std::size_t count,
                    std::ptrdiff_t stride) const {
    if (count == 0) return;
    const std::size_t bytes = at.current.element_bytes;
    const std::byte* in = payload_.data() + at.offset;
    auto* out = static_cast<std::byte*>(first);
    const std::ptrdiff_t step = stride * wanted.native_bytes;
    if (wanted.kind == item_kind::boolean && std::any_of(in, in + count, [](std::byte b) { return b > std::byte{1}; }))
        damaged(fmt::format("item {} has a bool that is neither 0 nor 1", at.items));
    if (wanted.same_bits && bytes == wanted.native_bytes && (bytes <= 8 || !swap_)) {
        copy_same_size(in, out, bytes, count, step, swap_);
    } else {
        const bool is_signed = wanted.kind == item_kind::signed_integer;
        for (std::size_t i = 0; i < count; ++i, in += bytes) {
            std::byte* element = out + static_cast<std::ptrdiff_t>(i) * step;
            if (wanted.kind == item_kind::floating) {
                store_long_double(in, element, swap_, at.items);
            } else {
                const std::uint64_t value = load_integer(in, bytes, is_signed, swap_);
                check_range(value, wanted.native_bytes, is_signed, at.items);
                store_integer(value, element, wanted.native_bytes);
            }
        }
    }
    at.offset += count * bytes;
    at.left -= count;
}

std::uint64_t unpacker::begin_list() {
    position at = at_;
    const item_info item = at.left == 0 ? parse_item(at) : next();
    if (item.kind != item_kind::list) wrong_type(at.items, item, "a list");
    at_ = at;
    return item.count;
}

}  // namespace banyan::net
