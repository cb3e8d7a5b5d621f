// The items of a typed message: the C++ types that can be packed, and how the wire describes them.
// docs/wire_format.md describes the bytes.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace banyan::net {

/// The kind of an item. The wire also has the number of bytes of an element.
enum class item_kind : std::uint8_t {
    boolean = 1,       ///< bool; 1 byte, 0 or 1
    signed_integer,    ///< signed char, short, int, long, long long: 1, 2, 4 or 8 bytes
    unsigned_integer,  ///< the unsigned types, also size_t
    floating,          ///< float (4), double (8), long double (16: always IEEE binary128)
    character,         ///< char; 1 byte, its bits are not changed
    unicode,           ///< char8_t (1), char16_t (2), char32_t (4)
    wide_character,    ///< wchar_t: 2 or 4 bytes
    byte,              ///< std::byte
    list               ///< contains the items that follow: vectors of vectors or of strings
};

/// The next item of a message.
struct item_info {
    item_kind kind = item_kind::byte;
    std::size_t element_bytes = 0;  ///< on the wire; 0 for a list
    bool is_array = false;          ///< false for a single value
    std::uint64_t count = 1;        ///< elements of an array or items of a list
};

/// One line for error messages: "an array of 12 signed integers of 8 bytes".
std::string describe(const item_info& item);

/// The types that are packed as one element.
template <class T>
concept packable_scalar = (std::is_arithmetic_v<T> || std::same_as<T, std::byte>)&&!std::is_const_v<T>;

namespace detail {

/// A C++ type of this host and its form on the wire.
struct native_type {
    item_kind kind;
    std::uint8_t native_bytes;
    std::uint8_t wire_bytes;
    /// False if the wire has another format than memory: long double that is not IEEE binary128.
    bool same_bits;
};

template <packable_scalar T>
consteval item_kind kind_of() {
    if (std::same_as<T, bool>) return item_kind::boolean;
    if (std::same_as<T, std::byte>) return item_kind::byte;
    if (std::same_as<T, char>) return item_kind::character;
    if (std::same_as<T, wchar_t>) return item_kind::wide_character;
    if (std::same_as<T, char8_t> || std::same_as<T, char16_t> || std::same_as<T, char32_t>) return item_kind::unicode;
    if (std::is_floating_point_v<T>) return item_kind::floating;
    return std::is_signed_v<T> ? item_kind::signed_integer : item_kind::unsigned_integer;
}

template <packable_scalar T>
consteval native_type native_type_of() {
    static_assert(sizeof(bool) == 1 && sizeof(float) == 4 && sizeof(double) == 8);
    static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);
    if (std::same_as<T, long double>)
        return {item_kind::floating, sizeof(T), 16, std::numeric_limits<T>::digits == 113};
    static_assert(std::same_as<T, long double> || sizeof(T) <= 8, "an integer of more than 8 bytes");
    return {kind_of<T>(), sizeof(T), sizeof(T), true};
}

}  // namespace detail
}  // namespace banyan::net
