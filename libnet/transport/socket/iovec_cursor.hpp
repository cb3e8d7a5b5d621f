// A position in the memory of a list of regions.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <span>

namespace banyan::net::detail {

/// Moves over the bytes of regions from the first to the last. Borrows the list.
class iovec_cursor {
  public:
    explicit iovec_cursor(std::span<const iovec> regions) : regions_(regions) { drop_finished(); }

    [[nodiscard]] bool at_end() const { return regions_.empty(); }
    [[nodiscard]] bool in_last_region() const { return regions_.size() == 1; }
    /// The rest of the current region, never empty. Only while at_end() is false.
    [[nodiscard]] std::span<std::byte> here() const {
        const auto& now = regions_.front();
        return std::span(static_cast<std::byte*>(now.iov_base), now.iov_len).subspan(done_);
    }
    /// Moves forward by `count` bytes, at most to the end.
    void advance(std::size_t count) {
        done_ += count;
        drop_finished();
    }

  private:
    void drop_finished() {
        for (; !regions_.empty() && done_ >= regions_.front().iov_len; regions_ = regions_.subspan(1))
            done_ -= regions_.front().iov_len;
    }
    std::span<const iovec> regions_;
    std::size_t done_ = 0;  // bytes of the first region
};

}  // namespace banyan::net::detail
