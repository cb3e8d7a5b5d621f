// A bounded byte queue between one writing and one reading thread.
//
// Invariant: written_ - read_ <= capacity. Only the writer changes written_, only the reader changes read_.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>

namespace banyan::net::detail {

class byte_ring {
  public:
    static constexpr std::size_t capacity = std::size_t{256} << 10;

    /// Copies bytes into the ring as far as they fit; returns their number. Writer thread only.
    std::size_t write(std::span<const std::byte> from) {
        const std::size_t at = written_.load(std::memory_order_relaxed);
        const std::size_t room = capacity - (at - read_.load(std::memory_order_acquire));
        const std::size_t count = std::min(room, from.size());
        copy_parts(at, count, [&](std::size_t ring, std::size_t user, std::size_t n) {
            std::memcpy(bytes_.get() + ring, from.data() + user, n);
        });
        written_.store(at + count, std::memory_order_release);
        return count;
    }

    /// Copies available bytes out of the ring; returns their number. Reader thread only.
    std::size_t read(std::span<std::byte> to) {
        const std::size_t at = read_.load(std::memory_order_relaxed);
        const std::size_t count = std::min(written_.load(std::memory_order_acquire) - at, to.size());
        copy_parts(at, count, [&](std::size_t ring, std::size_t user, std::size_t n) {
            std::memcpy(to.data() + user, bytes_.get() + ring, n);
        });
        read_.store(at + count, std::memory_order_release);
        return count;
    }

    [[nodiscard]] bool empty() const { return readable() == 0; }
    [[nodiscard]] std::size_t readable() const {
        return written_.load(std::memory_order_acquire) - read_.load(std::memory_order_acquire);
    }

  private:
    template <class Copy>
    static void copy_parts(std::size_t at, std::size_t count, Copy copy) {
        const std::size_t start = at % capacity;
        const std::size_t first = std::min(count, capacity - start);
        if (first > 0) copy(start, 0, first);
        if (count > first) copy(0, first, count - first);
    }

    std::unique_ptr<std::byte[]> bytes_ = std::make_unique_for_overwrite<std::byte[]>(capacity);
    alignas(64) std::atomic<std::size_t> written_{0};
    alignas(64) std::atomic<std::size_t> read_{0};
};

}  // namespace banyan::net::detail
