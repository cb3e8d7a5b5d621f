// Scatter-gather buffers: rows of a sub-block, or any list of spans, sent and received as one message without packing.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <type_traits>

#include "banyan/net/error.hpp"

namespace banyan::net {

namespace detail {

[[noreturn]] inline void refuse_regions() {
    throw error(errc::invalid_argument, "scatter-gather buffers: the total length is 2^64 bytes or more");
}

inline std::size_t checked_sum(std::size_t a, std::size_t b) {
    if (b > std::numeric_limits<std::size_t>::max() - a) refuse_regions();
    return a + b;
}

inline std::size_t checked_product(std::size_t a, std::size_t b) {
    if (b != 0 && a > std::numeric_limits<std::size_t>::max() / b) refuse_regions();
    return a * b;
}

}  // namespace detail

/// An ordered list of pieces of memory. The message is their bytes in that order. Sender and receiver may divide the
/// message differently. Borrows the memory, and the list if there is one: both must live until the operation is done.
/// Pieces may be empty. Pieces to receive into must not overlap. The number of pieces is not limited by the system's
/// IOV_MAX. The constructors throw errc::invalid_argument if the total length does not fit in a size_t.
///
///     const double* first = &field[1][1];
///     box.send({other, tag{1}}, rows_of(first, 100, 3, field.columns));   // a strip 3 items wide
///     std::vector<std::span<const std::byte>> parts{head, body};
///     box.send({other, tag{2}}, const_regions(parts));
template <class Byte>
class basic_regions {
  public:
    /// One piece.
    basic_regions(std::span<Byte> whole)  // NOLINT: implicit on purpose
        : first_(whole.data()), count_(1), piece_bytes_(whole.size()), size_bytes_(whole.size()) {}
    /// The spans of a list, in order.
    basic_regions(std::span<const std::span<Byte>> list)  // NOLINT: implicit on purpose
        : list_(list.data()), count_(list.size()) {
        for (const auto& piece : list)
            size_bytes_ = detail::checked_sum(size_bytes_, piece.size());
    }
    /// `count` pieces of `piece_bytes` each. The starts of successive pieces are `stride_bytes` apart.
    basic_regions(Byte* first, std::size_t count, std::size_t piece_bytes, std::size_t stride_bytes)
        : first_(first),
          count_(count),
          piece_bytes_(piece_bytes),
          stride_bytes_(stride_bytes),
          size_bytes_(detail::checked_product(count, piece_bytes)) {
        if (stride_bytes != piece_bytes) return;  // no gaps: one piece
        count_ = 1;
        piece_bytes_ = size_bytes_;
    }

    /// Number of pieces.
    [[nodiscard]] std::size_t count() const { return count_; }
    /// Length of the message in bytes.
    [[nodiscard]] std::size_t size_bytes() const { return size_bytes_; }
    [[nodiscard]] std::span<Byte> operator[](std::size_t i) const {
        return list_ ? list_[i] : std::span<Byte>(first_ + i * stride_bytes_, piece_bytes_);
    }

    /// True if both describe the same memory in the same way. Does not compare the contents.
    friend bool operator==(const basic_regions&, const basic_regions&) = default;

  private:
    Byte* first_ = nullptr;
    const std::span<Byte>* list_ = nullptr;  // nullptr: all pieces have equal length and distance
    std::size_t count_ = 0;
    std::size_t piece_bytes_ = 0;
    std::size_t stride_bytes_ = 0;
    std::size_t size_bytes_ = 0;
};

/// Memory to receive into.
using regions = basic_regions<std::byte>;
/// Memory to send from.
using const_regions = basic_regions<const std::byte>;

/// `rows` rows of `columns` items: a block of an array whose rows have `stride` items. `first`: the first item of the
/// block. With a pointer to const items the result is for sending, otherwise for receiving.
template <class T>
regions rows_of(T* first, std::size_t rows, std::size_t columns, std::size_t stride) {
    static_assert(std::is_trivially_copyable_v<T>, "rows_of takes trivially copyable items");
    return {reinterpret_cast<std::byte*>(first), rows, detail::checked_product(columns, sizeof(T)),
            detail::checked_product(stride, sizeof(T))};
}
template <class T>
const_regions rows_of(const T* first, std::size_t rows, std::size_t columns, std::size_t stride) {
    static_assert(std::is_trivially_copyable_v<T>, "rows_of takes trivially copyable items");
    return {reinterpret_cast<const std::byte*>(first), rows, detail::checked_product(columns, sizeof(T)),
            detail::checked_product(stride, sizeof(T))};
}

namespace detail {

/// A container of the program that gets the length of the message that is received into it.
struct growing_buffer {
    void* items = nullptr;
    /// Returns the memory of `items` for a message of so many bytes. May throw std::bad_alloc or std::length_error.
    std::span<std::byte> (*resize)(void* items, std::size_t bytes) = nullptr;
};

}  // namespace detail

}  // namespace banyan::net
