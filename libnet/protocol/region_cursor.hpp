// A position in scatter-gather buffers.
#pragma once

#include <sys/uio.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "banyan/net/regions.hpp"

namespace banyan::net::detail {

/// Moves over the bytes of a basic_regions, which it copies. It borrows the memory and the list of pieces.
template <class Byte>
class region_cursor {
  public:
    region_cursor() = default;
    region_cursor(std::span<Byte> one) : here_(one), left_bytes_(one.size()) {}  // NOLINT: implicit on purpose
    region_cursor(const basic_regions<Byte>& all)                                // NOLINT: implicit on purpose
        : pieces_(all), left_bytes_(all.size_bytes()) {
        if (left_bytes_ > 0) enter_next();
    }

    [[nodiscard]] std::size_t left_bytes() const { return left_bytes_; }
    [[nodiscard]] bool at_end() const { return left_bytes_ == 0; }
    /// The rest of the current piece; empty only at the end.
    [[nodiscard]] std::span<Byte> here() const { return here_; }

    /// True if both are at the same position of the same memory.
    friend bool operator==(const region_cursor& a, const region_cursor& b) {
        return a.pieces_ == b.pieces_ && a.next_ == b.next_ && a.here_.data() == b.here_.data() &&
               a.left_bytes_ == b.left_bytes_;
    }

    /// Moves forward by `count` bytes, at most to the end.
    void advance(std::size_t count) {
        left_bytes_ -= count;
        while (count >= here_.size() && left_bytes_ > 0) {
            count -= here_.size();
            enter_next();
        }
        here_ = here_.subspan(count);
    }

    /// Fills `slots` with the next bytes, at most `most_bytes` of them, without moving. Returns the number of slots
    /// used and adds the number of bytes to `named_bytes`.
    std::size_t name(std::span<iovec> slots, std::size_t most_bytes, std::size_t& named_bytes) const {
        region_cursor walk = *this;
        std::size_t used = 0;
        while (used < slots.size() && most_bytes > 0 && !walk.at_end()) {
            const auto piece = walk.here_.first(std::min(walk.here_.size(), most_bytes));
            slots[used++] = {const_cast<std::byte*>(piece.data()), piece.size()};
            named_bytes += piece.size();
            most_bytes -= piece.size();
            walk.advance(piece.size());
        }
        return used;
    }

  private:
    // Moves to the next piece that is not empty. Called only while bytes are left.
    void enter_next() {
        do
            here_ = pieces_[next_++];
        while (here_.empty());
    }

    basic_regions<Byte> pieces_{std::span<Byte>{}};
    std::size_t next_ = 0;  // the piece after the current one
    std::span<Byte> here_;
    std::size_t left_bytes_ = 0;
};

/// Copies the next `size` bytes, which must exist, into one vector. It uses the empty `memory` if that has room.
template <class Byte>
std::vector<std::byte> gathered(region_cursor<Byte> from, std::size_t size, std::vector<std::byte>&& memory = {}) {
    std::vector<std::byte> result(std::move(memory));
    result.reserve(size);
    while (result.size() < size) {
        const auto piece = from.here().first(std::min(from.here().size(), size - result.size()));
        result.insert(result.end(), piece.begin(), piece.end());
        from.advance(piece.size());
    }
    return result;
}

/// Copies as many bytes as both have left, and moves both.
inline void copy_bytes(region_cursor<const std::byte>& from, region_cursor<std::byte>& to) {
    while (!from.at_end() && !to.at_end()) {
        const std::size_t count = std::min(from.here().size(), to.here().size());
        std::memcpy(to.here().data(), from.here().data(), count);
        from.advance(count);
        to.advance(count);
    }
}

/// Copies all of `from` to the start of `to`, which must be at least as long.
inline void copy_bytes(std::span<const std::byte> from, const regions& to) {
    if (to.count() == 1) {
        if (!from.empty()) std::memcpy(to[0].data(), from.data(), from.size());
        return;
    }
    region_cursor source(from);
    region_cursor place(to);
    copy_bytes(source, place);
}

}  // namespace banyan::net::detail
