// Reuses the memory of short messages that were stored, so that messages that arrive early in a loop allocate nothing.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace banyan::net::detail {

class spare_memory {
  public:
    /// Longer memory is freed, because it may never be needed again.
    static constexpr std::size_t longest_bytes = std::size_t{64} << 10;
    /// As many messages of a few bytes as one read of a link can bring, or some long ones.
    static constexpr std::size_t most_pieces = 512;
    static constexpr std::size_t most_bytes = std::size_t{1} << 20;

    spare_memory() { pieces_.reserve(most_pieces); }

    /// An empty vector, with the memory that was given back last if there is any.
    std::vector<std::byte> take() noexcept {
        if (pieces_.empty()) return {};
        std::vector<std::byte> taken = std::move(pieces_.back());
        pieces_.pop_back();
        bytes_ -= taken.capacity();
        return taken;
    }
    /// Allocates nothing.
    void give_back(std::vector<std::byte>&& memory) noexcept {
        const std::size_t bytes = memory.capacity();
        if (bytes == 0 || bytes > longest_bytes || bytes_ + bytes > most_bytes || pieces_.size() == most_pieces) return;
        memory.clear();
        pieces_.push_back(std::move(memory));
        bytes_ += bytes;
    }

  private:
    std::vector<std::vector<std::byte>> pieces_;
    std::size_t bytes_ = 0;  // capacity of all pieces
};

}  // namespace banyan::net::detail
