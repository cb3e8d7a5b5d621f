// What messages and collectives take: one item, or contiguous items, of a type that is sent as raw bytes.
//
//   world.send(rank{1}, tag{0}, 42.0);                  // one item
//   world.send(rank{1}, tag{0}, values);                // a vector, array, span or C array
//   world.send(rank{1}, tag{0}, std::span(first, n));   // a pointer and a number of items
//   reduce(world, std::span(&m, 1), std::span(&all, 1), product);   // one std::array or other range as one item
//
// A wrong argument is a compile-time error that names one of these concepts.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "banyan/net/message.hpp"
#include "banyan/net/regions.hpp"

namespace banyan::net {

/// Types that may be sent as raw bytes between tasks of equal architecture: trivially copyable, and not an address
/// (pointer, span, string_view). The compiler cannot find a pointer inside a struct; such a pointer is invalid on the
/// receiver.
template <class T>
concept transferable =
    std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !std::is_member_pointer_v<T> &&
    !std::is_null_pointer_v<T> && !std::ranges::view<T> && !std::same_as<T, regions> && !std::same_as<T, const_regions>;

/// Contiguous items: a vector, array, span or C array of a transferable type. Not std::vector<bool>.
template <class R>
concept item_range =
    std::ranges::contiguous_range<R> && std::ranges::sized_range<R> && transferable<std::ranges::range_value_t<R>>;
template <class R>
concept writable_item_range =
    item_range<R> && !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<R>>>;

/// One item that is not a range. Durations and time points are not items: they would be mistaken for a deadline.
template <class T>
concept single_item =
    transferable<std::remove_cvref_t<T>> && !std::ranges::range<T> && !std::convertible_to<T, deadline>;

/// What can be sent.
template <class R>
concept sendable = item_range<R> || single_item<R>;

/// What a message can be received into: items or one item that can be written.
template <class R>
concept receivable = writable_item_range<R> ||
    (single_item<R>&& std::is_lvalue_reference_v<R> && !std::is_const_v<std::remove_reference_t<R>>);

/// A container that gets the length of the message: std::vector, std::string.
template <class C>
concept resizable_items = writable_item_range<C&> && requires(C& items, std::size_t count) {
    items.resize(count);
};

/// An argument whose items still exist after the call: a variable or a view of one, not a temporary container or value.
template <class R>
concept outlives_call = std::is_lvalue_reference_v<R> || std::ranges::borrowed_range<R> ||
    std::same_as<R, const_regions> || std::same_as<R, regions>;

namespace detail {

template <class R>
struct item_type {
    using type = std::remove_cvref_t<R>;
};
template <std::ranges::range R>
struct item_type<R> {
    using type = std::ranges::range_value_t<R>;
};

template <class R>
using item_type_t = typename item_type<R>::type;

/// Stands for the item type if the caller names none: send(to, tag, values) instead of send<double>(to, tag, values).
struct any_item {};
/// What a braced argument becomes: {first, count}, or {} for an empty message.
template <class T>
using braced_items = std::span<std::conditional_t<std::same_as<T, any_item>, std::byte, T>>;
template <class T>
using braced_const_items = std::span<std::conditional_t<std::same_as<T, any_item>, const std::byte, const T>>;

/// True unless the argument is a deadline: recv(from, t, 5s) does not receive into a buffer.
template <class R>
concept buffer_argument = !std::convertible_to<R, deadline>;

/// The memory of the item or items.
template <class R>
auto items_of(R& items) {
    if constexpr (std::ranges::range<R>)
        return std::span(std::ranges::data(items), std::ranges::size(items));
    else
        return std::span(std::addressof(items), 1);
}

/// `count` items whose bytes `fill` has written. A std::vector<bool> has no bytes of its own, so it gets a copy.
template <class T, std::invocable<std::span<std::byte>> Fill>
std::vector<T> filled_vector(std::size_t count, Fill fill) {
    if constexpr (std::same_as<T, bool>) {
        const auto items = std::make_unique<bool[]>(count);
        fill(std::as_writable_bytes(std::span<bool>(items.get(), count)));
        return std::vector<bool>(items.get(), items.get() + count);
    } else {
        std::vector<T> items(count);
        fill(std::as_writable_bytes(std::span<T>(items)));
        return items;
    }
}

template <class R>
inline constexpr bool is_text_array = false;
template <std::size_t N>
inline constexpr bool is_text_array<const char (&)[N]> = true;

/// Containers that any thread of the library may resize while the caller waits: that runs no code of the program.
template <class C>
inline constexpr bool has_plain_memory = false;
template <class T>
inline constexpr bool has_plain_memory<std::vector<T>> = std::is_trivially_default_constructible_v<T>;
template <class T>
inline constexpr bool has_plain_memory<std::basic_string<T>> = std::is_trivially_default_constructible_v<T>;

/// For growing_buffer: `container` is a C. If the message ends inside an item, the container gets that item too.
template <class C>
std::span<std::byte> resize_for(void* container, std::size_t bytes) {
    constexpr std::size_t item_bytes = sizeof(std::ranges::range_value_t<C>);
    const std::size_t count = bytes / item_bytes + (bytes % item_bytes == 0 ? 0 : 1);
    C& items = *static_cast<C*>(container);
    if (count > items.capacity()) items.clear();  // so that the old items are not copied into the new memory
    items.resize(count);
    return std::as_writable_bytes(std::span(items.data(), count)).first(bytes);
}

/// Scatter-gather buffers and packers are payloads too.
template <class R>
concept region_payload = std::convertible_to<R, const_regions>;
template <class R>
concept packed_payload = !std::ranges::range<R> && std::convertible_to<R, std::span<const std::byte>>;

template <class T, class R>
inline constexpr bool has_item_type = std::same_as<T, any_item> || std::same_as<T, item_type_t<R>>;

/// The bytes of a payload. `T` is the item type that the caller has named, or any_item.
template <class T, class R>
const_regions payload_of(std::remove_reference_t<R>& payload) {
    constexpr bool no_pointer = !std::is_pointer_v<std::remove_cvref_t<R>>;
    constexpr bool no_text_array = !is_text_array<R>;
    constexpr bool no_buffer = !std::same_as<std::remove_cvref_t<R>, regions>;
    constexpr bool can_be_sent = region_payload<R> || packed_payload<R> || (no_text_array && sendable<R>);
    constexpr bool has_own_message = !no_pointer || !no_text_array || !no_buffer;
    static_assert(no_pointer, "sendable: a pointer has no length; give std::span(pointer, count)");
    static_assert(no_text_array, "sendable: a string literal ends with a NUL; give std::string_view(text)");
    static_assert(no_buffer, "sendable: these regions are to receive into; give rows_of a pointer to const, to send");
    static_assert(can_be_sent || has_own_message,
                  "sendable: give one item or contiguous items (vector, array, span) of a trivially "
                  "copyable type");
    if constexpr (!can_be_sent) {
        return std::span<const std::byte>{};
    } else if constexpr (region_payload<R>) {
        return payload;
    } else if constexpr (packed_payload<R>) {
        return std::span<const std::byte>(payload);
    } else {
        constexpr bool named_type = has_item_type<T, R>;
        static_assert(named_type, "send<T>: the payload has items of another type than T");
        return std::as_bytes(items_of(payload));
    }
}

/// The memory that a message is received into.
template <class T, class R>
regions buffer_of(std::remove_reference_t<R>& buffer) {
    if constexpr (std::same_as<std::remove_cvref_t<R>, regions>) {
        return buffer;
    } else {
        constexpr bool no_temporary = outlives_call<R>;
        constexpr bool no_constant = !no_temporary || receivable<R> || !sendable<R>;
        constexpr bool can_be_written = no_temporary && receivable<R>;
        constexpr bool has_own_message = !no_temporary || !no_constant;
        static_assert(no_temporary, "outlives_call: the buffer is a temporary, which nothing can read after the call");
        static_assert(no_constant, "receivable: the buffer is const");
        static_assert(can_be_written || has_own_message,
                      "receivable: give one item or contiguous items (vector, array, span) of a "
                      "trivially copyable type");
        if constexpr (can_be_written) {
            constexpr bool named_type = has_item_type<T, R>;
            static_assert(named_type, "recv<T>: the buffer has items of another type than T");
            return std::as_writable_bytes(items_of(buffer));
        } else {
            return std::span<std::byte>{};
        }
    }
}

/// The bytes of the items that a collective reads or writes.
template <class R>
std::span<const std::byte> bytes_to_read(std::remove_reference_t<R>& items) {
    constexpr bool can_be_read = sendable<R>;
    static_assert(can_be_read,
                  "sendable: give one item or contiguous items (vector, array, span) of a trivially copyable type");
    if constexpr (can_be_read) return std::as_bytes(items_of(items));
    return {};
}
template <class R>
std::span<std::byte> bytes_to_write(std::remove_reference_t<R>& items) {
    constexpr bool can_be_written = receivable<R>;
    static_assert(can_be_written,
                  "receivable: give one item or contiguous items (vector, array, span) that is not const");
    if constexpr (can_be_written) return std::as_writable_bytes(items_of(items));
    return {};
}

/// Stops the compilation if an asynchronous send is given a temporary.
template <class R>
consteval void expect_lasting() {
    constexpr bool lasting = outlives_call<R>;
    static_assert(lasting, "outlives_call: the payload is a temporary, and async_send reads it after the call");
}

}  // namespace detail
}  // namespace banyan::net
