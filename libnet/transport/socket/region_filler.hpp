// Where a read puts what it brings.
#pragma once

#include <sys/uio.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace banyan::net::detail {

/// Fills the memory of regions from its beginning.
class region_filler {
  public:
    explicit region_filler(std::span<const iovec> regions) : regions_(regions) { drop_full(); }
    [[nodiscard]] bool full() const { return regions_.empty(); }
    [[nodiscard]] std::size_t filled() const { return filled_; }
    /// Copies as many bytes as there is room for, and returns how many.
    std::size_t put(std::span<const std::byte> bytes) {
        std::size_t done = 0;
        while (done < bytes.size() && !full()) {
            const auto room = rest();
            const std::size_t count = std::min(room.size(), bytes.size() - done);
            std::memcpy(room.data(), bytes.data() + done, count);
            done += count;
            skip(count);
        }
        return done;
    }
    /// Names the next room, at most so many bytes, without filling it; returns the slots used, adds to `named_bytes`.
    std::size_t name(std::span<iovec> slots, std::uint64_t most_bytes, std::size_t& named_bytes) const {
        region_filler walk = *this;
        std::size_t used = 0;
        while (used < slots.size() && most_bytes > 0 && !walk.full()) {
            const auto room = walk.rest();
            const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(room.size(), most_bytes));
            slots[used++] = {room.data(), count};
            named_bytes += count;
            most_bytes -= count;
            walk.skip(count);
        }
        return used;
    }
    /// The next bytes have been filled.
    void skip(std::size_t count) {
        filled_ += count;
        done_ += count;
        drop_full();
    }

  private:
    [[nodiscard]] std::span<std::byte> rest() const {
        const auto& now = regions_.front();
        return std::span(static_cast<std::byte*>(now.iov_base), now.iov_len).subspan(done_);
    }
    void drop_full() {
        for (; !regions_.empty() && done_ >= regions_.front().iov_len; regions_ = regions_.subspan(1))
            done_ -= regions_.front().iov_len;
    }
    std::span<const iovec> regions_;
    std::size_t done_ = 0;  // of the first
    std::size_t filled_ = 0;
};

}  // namespace banyan::net::detail
