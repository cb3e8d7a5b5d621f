// One direction of a simulated connection. Bytes arrive in order, some time after they were written.
#pragma once

#include <sys/uio.h>

#include <algorithm>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "virtual_clock.hpp"

namespace banyan::net::simulation {

class pipe {
  public:
    explicit pipe(std::size_t capacity_bytes) : capacity_(capacity_bytes) {}

    [[nodiscard]] std::size_t room() const { return capacity_ - bytes_.size(); }
    [[nodiscard]] bool empty() const { return bytes_.empty(); }
    /// Takes the first `count` bytes of the regions. They arrive at `arrival`, but not before the bytes in front of
    /// them.
    void write(std::span<const iovec> regions, std::size_t count, nanoseconds arrival) {
        if (!segments_.empty()) arrival = std::max(arrival, segments_.back().first);
        segments_.emplace_back(arrival, count);
        for (const auto& region : regions) {
            const auto* begin = static_cast<const std::byte*>(region.iov_base);
            const std::size_t now = std::min(count, region.iov_len);
            bytes_.insert(bytes_.end(), begin, begin + now);
            count -= now;
        }
    }
    [[nodiscard]] std::size_t arrived(nanoseconds now) const {
        std::size_t sum = 0;
        for (const auto& [arrival, count] : segments_) {
            if (arrival > now) break;
            sum += count;
        }
        return sum;
    }
    /// Arrival time of the first byte that has not been read. The pipe must not be empty().
    [[nodiscard]] nanoseconds next_arrival() const { return segments_.front().first; }
    /// Moves the first `count` bytes into the regions. They must have arrived.
    void read(std::span<const iovec> regions, std::size_t count) {
        forget_segments(count);
        for (const auto& region : regions) {
            const std::size_t now = std::min(count, region.iov_len);
            std::copy_n(bytes_.begin(), now, static_cast<std::byte*>(region.iov_base));
            bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(now));
            count -= now;
        }
    }
    /// Drops all but the first `count` bytes. Nothing follows them.
    void cut(std::size_t count) {
        ended_ = true;
        if (count >= bytes_.size()) return;
        bytes_.resize(count);
        for (auto& [arrival, size] : segments_) {
            size = std::min(size, count);
            count -= size;
        }
        while (!segments_.empty() && segments_.back().second == 0)
            segments_.pop_back();
    }
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    /// True if the writing side has closed or is gone.
    [[nodiscard]] bool ended() const { return ended_; }

  private:
    void forget_segments(std::size_t count) {
        while (count > 0) {
            const std::size_t now = std::min(count, segments_.front().second);
            segments_.front().second -= now;
            count -= now;
            if (segments_.front().second == 0) segments_.pop_front();
        }
    }

    std::size_t capacity_;
    std::deque<std::byte> bytes_;
    std::deque<std::pair<nanoseconds, std::size_t>> segments_;
    bool ended_ = false;
};

}  // namespace banyan::net::simulation
