// Memory for partial results, aligned for the items stored in it.
#pragma once

#include <cstddef>
#include <new>
#include <span>

namespace banyan::net {

/// Owns uninitialised bytes. Copying an item of a trivially copyable type into them creates the item.
class scratch {
  public:
    explicit scratch(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t))
        : alignment_(alignment),
          bytes_(static_cast<std::byte*>(::operator new (bytes, std::align_val_t{alignment})), bytes) {}
    scratch(const scratch&) = delete;
    scratch& operator=(const scratch&) = delete;
    ~scratch() { ::operator delete (bytes_.data(), std::align_val_t{alignment_}); }

    [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }

  private:
    std::size_t alignment_;
    std::span<std::byte> bytes_;
};

}  // namespace banyan::net
