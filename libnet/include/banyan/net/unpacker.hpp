// Reads a typed message in the order in which it was packed. The receiver converts: a number with another byte order or
// size becomes a number of this host, or an error if its value does not fit. No value is ever cut.
//
//   unpacker in(world.recv(rank{0}, tag{7}));
//   const auto step = in.take<long>();
//   in.unpack(temperature, side, row);
#pragma once

#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "banyan/net/message.hpp"
#include "banyan/net/typed_item.hpp"

namespace banyan::net {

/// Not thread-safe. All members that read throw these errors. After an error the item is still the next one.
///
///     wrong_type          the item has another kind or another array length than the program asks for, or it is a
///                         list, an array or a single value, and the program asks for another of these
///     out_of_range        the value does not fit into the type that the program asks for
///     no_more_items       all items have been read
///     protocol_violation  the message is not a typed message, or is damaged
///
/// Memory is allocated only for data that have arrived: at most 16 times the size of the message.
class unpacker {
  public:
    /// Takes over a received payload. Throws protocol_violation, and version_mismatch for a message of a newer packer.
    explicit unpacker(std::vector<std::byte> payload);
    explicit unpacker(message received) : unpacker(std::move(received.payload)) {}
    explicit unpacker(group_message received) : unpacker(std::move(received.payload)) {}
    unpacker(const unpacker&) = default;
    unpacker& operator=(const unpacker&) = default;
    /// Leaves `other` without items.
    unpacker(unpacker&& other) noexcept
        : payload_(std::exchange(other.payload_, {})), at_(std::exchange(other.at_, {})), swap_(other.swap_) {}
    unpacker& operator=(unpacker&& other) noexcept {
        if (this == &other) return *this;
        payload_ = std::exchange(other.payload_, {});
        at_ = std::exchange(other.at_, {});
        swap_ = other.swap_;
        return *this;
    }

    /// Reads the next items, as packer::pack wrote them. Strings and vectors get the length that was sent. An
    /// std::array or span must have that length already. An integer may be read as one of another size with the same
    /// signedness.
    template <class... T>
    void unpack(T&&... into) {
        constexpr bool right = (is_unpackable<T>() && ...);
        static_assert(right, "unpack sets scalars, strings, arrays and spans of scalars, and vectors of these");
        if constexpr (right) (one(into), ...);
    }
    /// Reads the next item and returns its value.
    template <class T>
    T take() {
        T value{};
        unpack(value);
        return value;
    }
    /// Reads the next `count` elements to first[0], first[stride], first[2 * stride], ... They may be a part of an
    /// array (the next call of this function continues it) or come from several items of the same kind.
    template <packable_scalar T>
    void unpack_strided(T* first, std::size_t count, std::ptrdiff_t stride = 1) {
        read_across(detail::native_type_of<T>(), first, count, stride);
    }

    /// Describes the next item without reading it. After a part of an array has been read, describes the remaining
    /// part.
    [[nodiscard]] item_info next() const;
    /// True when all items have been read.
    [[nodiscard]] bool done() const { return at_.offset == payload_.size() && at_.left == 0; }
    /// True when the message was written on a host with the other byte order.
    [[nodiscard]] bool foreign_order() const { return swap_; }

  private:
    struct position {
        std::size_t offset = 0;   // of the next item, or of the next element of the current array
        std::uint64_t items = 0;  // number of items begun
        std::uint64_t left = 0;   // elements of the current array that are not read; 0 between items
        item_info current{};      // the current array
    };

    template <packable_scalar T>
    void one(T& into) {
        read_one(detail::native_type_of<T>(), &into);
    }
    template <packable_scalar T>
    void one(std::basic_string<T>& into) {
        into.resize(array_size(detail::native_type_of<T>()));
        read_exactly(detail::native_type_of<T>(), into.data(), into.size());
    }
    template <packable_scalar T, std::size_t N>
    void one(std::span<T, N> into) {
        read_exactly(detail::native_type_of<T>(), into.data(), into.size());
    }
    template <packable_scalar T, std::size_t N>
    void one(std::array<T, N>& into) {
        one(std::span<T, N>(into));
    }
    template <class T>
    void one(std::vector<T>& into) {
        if constexpr (std::same_as<T, bool>) {
            const std::size_t count = array_size(detail::native_type_of<bool>());
            const auto flags = std::make_unique<bool[]>(count);  // vector<bool> has no array to read into
            read_exactly(detail::native_type_of<bool>(), flags.get(), count);
            into.assign(flags.get(), flags.get() + count);
        } else if constexpr (packable_scalar<T>) {
            into.resize(array_size(detail::native_type_of<T>()));
            read_exactly(detail::native_type_of<T>(), into.data(), into.size());
        } else {
            list(into);
        }
    }
    template <class T>
    static constexpr bool is_unpackable() {
        return requires(unpacker & u, T & into) {
            u.one(into);
        };
    }
    template <class T>
    void list(std::vector<T>& into) {
        const position before = at_;
        into.clear();
        try {
            for (std::uint64_t left = begin_list(); left > 0; --left)
                unpack(into.emplace_back());
        } catch (...) {
            at_ = before;
            throw;
        }
    }

    [[nodiscard]] item_info parse_item(position& at) const;
    item_info open(position& at, const detail::native_type& wanted, const item_info& asked) const;
    [[nodiscard]] std::size_t array_size(const detail::native_type& wanted) const;
    void read_one(const detail::native_type& wanted, void* into);
    void read_exactly(const detail::native_type& wanted, void* first, std::size_t count);
    void read_across(const detail::native_type& wanted, void* first, std::size_t count, std::ptrdiff_t stride);
    void copy(position& at, const detail::native_type& wanted, void* first, std::size_t count,
              std::ptrdiff_t stride) const;
    std::uint64_t begin_list();

    std::vector<std::byte> payload_;
    position at_;
    bool swap_ = false;
};

}  // namespace banyan::net
