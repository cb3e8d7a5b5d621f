// The memory that a read fills.
#pragma once

#include <sys/uio.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "libnet/transport/socket/iovec_cursor.hpp"

namespace banyan::net::detail {

/// Fills the memory of regions from the first to the last.
class region_filler {
  public:
    explicit region_filler(std::span<const iovec> regions) : at_(regions) {}
    [[nodiscard]] bool full() const { return at_.at_end(); }
    [[nodiscard]] std::size_t filled() const { return filled_; }
    /// Copies as many bytes as there is room for, and returns their number.
    std::size_t put(std::span<const std::byte> bytes) {
        std::size_t done = 0;
        while (done < bytes.size() && !full()) {
            const auto room = at_.here();
            const std::size_t count = std::min(room.size(), bytes.size() - done);
            std::memcpy(room.data(), bytes.data() + done, count);
            done += count;
            skip(count);
        }
        return done;
    }
    /// Sets `slots` to the next free memory, at most `most_bytes`, without filling it. Returns the number of slots used
    /// and adds the number of bytes to `named_bytes`.
    std::size_t name(std::span<iovec> slots, std::uint64_t most_bytes, std::size_t& named_bytes) const {
        iovec_cursor walk = at_;
        std::size_t used = 0;
        while (used < slots.size() && most_bytes > 0 && !walk.at_end()) {
            const auto room = walk.here();
            const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(room.size(), most_bytes));
            slots[used++] = {room.data(), count};
            named_bytes += count;
            most_bytes -= count;
            walk.advance(count);
        }
        return used;
    }
    /// The next `count` bytes have been filled.
    void skip(std::size_t count) {
        filled_ += count;
        at_.advance(count);
    }

  private:
    iovec_cursor at_;
    std::size_t filled_ = 0;
};

}  // namespace banyan::net::detail
