// One number for many, to compare them between ranks. Pure.
#pragma once

#include <cstdint>

namespace banyan::grid {

/// FNV-1a with 64 bits over the bytes of the numbers. Two lists of numbers have the same digest by chance only.
class number_digest {
  public:
    number_digest& add(std::int64_t number) {
        for (int shift = 0; shift < 64; shift += 8)
            add_byte(static_cast<std::uint64_t>(number) >> shift & 0xff);
        return *this;
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

  private:
    void add_byte(std::uint64_t byte) { value_ = (value_ ^ byte) * 0x100000001b3; }
    std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace banyan::grid
