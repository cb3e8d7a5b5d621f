// Writes a typed message: values, strings, arrays and nested vectors, each with its type and length.
//
//   packer out;
//   out.pack(step, temperature, std::string("north"), row);
//   world.send(rank{1}, tag{7}, out);
//
// Numbers are written in the byte order and size of this host; the receiver converts them (unpacker.hpp).
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "banyan/net/typed_item.hpp"

namespace banyan::net {

/// Not thread-safe. Copies the items; they must not be part of its own bytes(). Its memory is reused after clear(). A
/// packer that was moved from starts a new message with the next item.
class packer {
  public:
    packer() { clear(); }

    /// Appends each item. An item is
    /// - a scalar: bool, a character, an integer, float, double, long double or std::byte;
    /// - a string, string_view or C string of characters (a C string ends before its NUL);
    /// - an std::array, span or vector of scalars;
    /// - a vector of any of these, to any depth.
    template <class... T>
    packer& pack(const T&... items) {
        constexpr bool right = (is_packable<T>() && ...);
        static_assert(right, "pack takes scalars, strings, arrays and spans of scalars, and vectors of these");
        if constexpr (right) (one(items), ...);
        return *this;
    }
    /// Appends one array of `count` elements: first[0], first[stride], first[2 * stride], ...
    template <packable_scalar T>
    packer& pack_strided(const T* first, std::size_t count, std::ptrdiff_t stride = 1) {
        append(detail::native_type_of<T>(), first, count, stride, true);
        return *this;
    }

    /// The message; valid until the next call of a non-const member. A packer also converts to it, so mailbox::send and
    /// async_send accept a packer.
    [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }
    operator std::span<const std::byte>() const { return bytes_; }  // NOLINT: implicit on purpose
    /// Starts a new message, without items.
    void clear();
    /// Allocates memory for a message of this size.
    void reserve(std::size_t bytes) { bytes_.reserve(bytes); }

  private:
    template <packable_scalar T>
    void one(const T& value) {
        append(detail::native_type_of<T>(), &value, 1, 1, false);
    }
    template <packable_scalar T>
    void one(std::basic_string_view<T> text) {
        pack_strided(text.data(), text.size());
    }
    template <packable_scalar T>
    void one(const std::basic_string<T>& text) {
        pack_strided(text.data(), text.size());
    }
    template <class T, std::size_t N>
    void one(std::span<T, N> items) {
        pack_strided<std::remove_const_t<T>>(items.data(), items.size());
    }
    template <packable_scalar T, std::size_t N>
    void one(const std::array<T, N>& items) {
        pack_strided(items.data(), N);
    }
    template <class T>
    void one(const std::vector<T>& items) {
        if constexpr (std::same_as<T, bool>) {
            append_header(item_kind::boolean, 1, true, items.size());
            for (const bool value : items)
                bytes_.push_back(static_cast<std::byte>(value));
        } else if constexpr (packable_scalar<T>) {
            pack_strided(items.data(), items.size());
        } else {
            constexpr bool right = is_packable<T>();
            static_assert(right, "pack takes scalars, strings, arrays and spans of scalars, and vectors of these");
            append_header(item_kind::list, 0, true, items.size());
            if constexpr (right)
                for (const auto& item : items)
                    one(item);
        }
    }
    void one(const char* text) { one(std::string_view(text)); }
    template <class T>
    static constexpr bool is_packable() {
        return requires(packer & p, const T& item) {
            p.one(item);
        };
    }

    void append(const detail::native_type& type, const void* first, std::size_t count, std::ptrdiff_t stride,
                bool is_array);
    void append_header(item_kind kind, std::size_t element_bytes, bool is_array, std::uint64_t count);

    std::vector<std::byte> bytes_;
};

}  // namespace banyan::net
