// An image over a group, with the border that a window operation reads from the neighbours.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "banyan/grid/border_storage.hpp"
#include "banyan/grid/distributed_array.hpp"
#include "banyan/net/group.hpp"

namespace banyan::grid {

namespace detail {

/// The messages of one window_array, independent of the type of its items.
class border_messages {
  public:
    border_messages(const net::group& tasks, const border_storage& storage, std::size_t item_bytes,
                    net::deadline until);
    border_messages(border_messages&&) noexcept;
    border_messages& operator=(border_messages&&) noexcept;
    ~border_messages();
    void exchange(std::byte* items, net::deadline until);
    [[nodiscard]] const border_counts& counted() const;
    [[nodiscard]] const net::group& tasks() const;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace detail

/// The block of one rank of an image of `T`, with a halo of `radius` pixels. A pixel is given by its row and column in
/// the whole image. On an open grid an exchange never writes the pixels beyond the edges; with border_apart they are
/// not stored. All ranks give the same partition, radius and way. Use an object from one thread at a time.
template <net::transferable T>
class window_array {
  public:
    /// Collective; blocks. Every item starts as `fill`. Throws part::error as window_layout() does and if the group has
    /// another size than the partition, net::error as net::barrier does.
    window_array(const net::group& tasks, const part::partition& parts, int radius, border_way way, T fill = {},
                 net::deadline until = {})
        : storage_(std::make_shared<const halo_layout>(window_layout(parts, tasks.rank().value, radius)), way),
          items_(storage_.items(), fill),
          messages_(tasks, storage_, sizeof(T), until) {}

    [[nodiscard]] const halo_layout& layout() const { return storage_.layout(); }
    [[nodiscard]] const border_storage& storage() const { return storage_; }
    /// An own pixel, or a pixel of the halo in unwrapped coordinates; not checked.
    [[nodiscard]] T& operator()(std::int64_t row, std::int64_t col) { return items_[storage_.index(row, col)]; }
    [[nodiscard]] const T& operator()(std::int64_t row, std::int64_t col) const {
        return items_[storage_.index(row, col)];
    }
    /// Fills the halo with the present values of its owners. Collective; blocks until the halo is complete and own
    /// pixels may be written. Throws net::error as net::mailbox::recv does, and part::error if a rank has sent a border
    /// of another length, because it uses another partition, radius or way.
    void exchange(net::deadline until = {}) { messages_.exchange(reinterpret_cast<std::byte*>(items_.data()), until); }
    /// The messages, items and copies of this rank in all exchanges so far.
    [[nodiscard]] const border_counts& counted() const { return messages_.counted(); }

    /// The group in which the array sends its messages: a duplicate of the given one. A program that continues after a
    /// failure revokes it before net::shrink of the given group, and sends no messages in it.
    [[nodiscard]] const net::group& tasks() const { return messages_.tasks(); }

  private:
    border_storage storage_;
    halo_storage<T> items_;
    detail::border_messages messages_;
};

}  // namespace banyan::grid
