// Scatter-gather buffers: rows of a sub-block, or any list of spans, sent and received as one message without packing.
#pragma once

#include <cstddef>
#include <limits>
#include <span>

#include "banyan/net/error.hpp"

namespace banyan::net {

namespace detail {

[[noreturn]] inline void refuse_regions() {
    throw error(errc::invalid_argument,
                "pieces of memory that are longer together than any memory: 2^64 bytes or more");
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

/// An ordered list of pieces of memory; their bytes in that order are the message. The two ends of a message may be cut
/// differently. Borrows the memory, and the list where there is one: both must live until the operation is done.
/// Pieces may be empty; pieces to receive into must not overlap. Any number of them, also above the system's IOV_MAX.
/// The constructors throw errc::invalid_argument if the length of all pieces together does not fit in a size_t.
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
    /// `count` pieces of `piece_bytes` each, `stride_bytes` apart from start to start.
    basic_regions(Byte* first, std::size_t count, std::size_t piece_bytes, std::size_t stride_bytes)
        : first_(first),
          count_(count),
          piece_bytes_(piece_bytes),
          stride_bytes_(stride_bytes),
          size_bytes_(detail::checked_product(count, piece_bytes)) {
        if (stride_bytes != piece_bytes) return;  // without gaps: one piece
        count_ = 1;
        piece_bytes_ = size_bytes_;
    }

    /// Number of pieces.
    [[nodiscard]] std::size_t count() const { return count_; }
    /// Length of the message.
    [[nodiscard]] std::size_t size_bytes() const { return size_bytes_; }
    [[nodiscard]] std::span<Byte> operator[](std::size_t i) const {
        return list_ ? list_[i] : std::span<Byte>(first_ + i * stride_bytes_, piece_bytes_);
    }

    /// True if both name the same memory in the same way; the bytes are not looked at.
    friend bool operator==(const basic_regions&, const basic_regions&) = default;

  private:
    Byte* first_ = nullptr;
    const std::span<Byte>* list_ = nullptr;  // nullptr: the pieces are alike
    std::size_t count_ = 0;
    std::size_t piece_bytes_ = 0;
    std::size_t stride_bytes_ = 0;
    std::size_t size_bytes_ = 0;
};

/// To receive into.
using regions = basic_regions<std::byte>;
/// To send from.
using const_regions = basic_regions<const std::byte>;

/// `rows` rows of `columns` items, the first of them at `first`, each `stride` items after the last: a sub-block of an
/// array whose rows have `stride` items. To send, give a pointer to const items; else the result is to receive into.
template <class T>
regions rows_of(T* first, std::size_t rows, std::size_t columns, std::size_t stride) {
    return {reinterpret_cast<std::byte*>(first), rows, detail::checked_product(columns, sizeof(T)),
            detail::checked_product(stride, sizeof(T))};
}
template <class T>
const_regions rows_of(const T* first, std::size_t rows, std::size_t columns, std::size_t stride) {
    return {reinterpret_cast<const std::byte*>(first), rows, detail::checked_product(columns, sizeof(T)),
            detail::checked_product(stride, sizeof(T))};
}

}  // namespace banyan::net
