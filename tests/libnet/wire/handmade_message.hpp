// A typed message put together byte by byte from docs/wire_format.md, in any byte order: independent of packer.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

class handmade_message {
  public:
    enum class order : unsigned char { little = 1, big = 2 };

    explicit handmade_message(order o) : order_(o) {
        for (const int b : {0x42, 0x74, 1, static_cast<int>(o)})
            bytes_.push_back(static_cast<std::byte>(b));
    }
    /// A number of `width` bytes, most significant byte first or last.
    handmade_message& number(std::uint64_t value, int width) {
        for (int i = 0; i < width; ++i) {
            const int place = order_ == order::little ? i : width - 1 - i;
            bytes_.push_back(static_cast<std::byte>(place < 8 ? value >> (8 * place) : 0));
        }
        return *this;
    }
    /// The head of a single value.
    handmade_message& one(int kind, int width) { return number_of_8(kind).number_of_8(width); }
    /// The head of an array or list.
    handmade_message& array(int kind, int width, std::uint64_t count) {
        return number_of_8(kind | 0x80).number_of_8(width).number(count, 8);
    }
    [[nodiscard]] std::vector<std::byte> bytes() const { return bytes_; }
    static order own_order() { return std::endian::native == std::endian::little ? order::little : order::big; }

  private:
    handmade_message& number_of_8(int value) {
        bytes_.push_back(static_cast<std::byte>(value));
        return *this;
    }

    order order_;
    std::vector<std::byte> bytes_;
};
