// A two-dimensional array whose cells are spread over the tasks of a group as a partition says.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "banyan/grid/halo_layout.hpp"
#include "banyan/net/group.hpp"

namespace banyan::grid {

namespace detail {

void* allocate_items(std::size_t bytes, std::size_t alignment);
void free_items(void* memory, std::size_t bytes, std::size_t alignment);

template <class T>
struct item_deleter {
    std::size_t count = 0;
    void operator()(T* items) const { free_items(items, count * sizeof(T), alignof(T)); }
};

/// The messages of one array, with the type of its items erased. `storage` is laid out as the halo_layout says.
class array_messages {
  public:
    array_messages(const net::group& tasks, std::shared_ptr<const halo_layout> layout, std::size_t item_bytes,
                   net::deadline until);
    array_messages(array_messages&&) noexcept;
    array_messages& operator=(array_messages&&) noexcept;
    ~array_messages();

    void start(std::byte* storage);
    bool test();
    void finish(net::deadline until);
    void gather(const std::byte* storage, std::span<std::byte> all, net::rank root, net::deadline until) const;
    void scatter(std::byte* storage, std::span<const std::byte> all, net::rank root, net::deadline until) const;
    void redistribute_from(std::byte* storage, const halo_layout& old_layout, const std::byte* old_storage,
                           net::deadline until);
    [[nodiscard]] const net::group& tasks() const;

    struct state;

  private:
    std::unique_ptr<state> state_;
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

/// Rank i's part of an array of `T`: the cells of processor i and their halo. Cells are named by their row and column
/// in the whole grid; the halo beyond an edge has unwrapped coordinates (-1, rows, ...). On an open grid the halo
/// beyond the outer edges belongs to the program and is never written by an exchange.
///
/// Used from one thread at a time, and moved only while no exchange is under way. Every constructor call, exchange,
/// gather, scatter and redistribution is collective: all ranks, in the same order. All of these but start_exchange and
/// test_exchange block until this rank's part is done, or until their deadline (none by default), and throw net::error
/// as net::mailbox::recv does; after that the array's values and further calls on it are undefined. Messages travel in
/// contexts of their own.
template <net::transferable T>
class distributed_array {
  public:
    /// Takes layout->items() x sizeof(T) bytes (halo_layout.hpp says when that is much), and a buffer for each message
    /// whose cells do not stand behind each other. Every item, halo included, starts as `fill`. The group has one task
    /// for each processor of the partition. Throws error when it has another number of tasks; net::error as
    /// net::barrier does. Borrows the group's mailbox.
    distributed_array(const net::group& tasks, std::shared_ptr<const halo_layout> layout, T fill = {},
                      net::deadline until = {})
        : layout_(std::move(layout)),
          items_(static_cast<std::size_t>(layout_->items()), fill),
          messages_(tasks, layout_, sizeof(T), until) {}

    [[nodiscard]] const halo_layout& layout() const { return *layout_; }
    /// The item at (row, col), own or halo, as layout().index() takes it; not checked.
    [[nodiscard]] T& operator()(std::int64_t row, std::int64_t col) { return items_[layout_->index(row, col)]; }
    [[nodiscard]] const T& operator()(std::int64_t row, std::int64_t col) const {
        return items_[layout_->index(row, col)];
    }
    /// layout().items() items, row by row; the next row is layout().stride() items further.
    [[nodiscard]] std::span<T> items() { return items_.items(); }
    [[nodiscard]] std::span<const T> items() const { return items_.items(); }

    /// Fills the halo with the owners' present values; blocks until it is complete.
    void exchange(net::deadline until = {}) {
        start_exchange();
        finish_exchange(until);
    }
    /// Begins to fill the halo and returns at once: own cells must not be written, nor halo cells read, until
    /// finish_exchange(). Copies within the rank are done on return. One exchange at a time.
    void start_exchange() { messages_.start(reinterpret_cast<std::byte*>(items_.data())); }
    /// Moves messages on without blocking; true when all have arrived. Worth calling now and then in long computations:
    /// messages above the eager limit move only inside calls.
    bool test_exchange() { return messages_.test(); }
    /// Blocks until the halo is complete and own cells may be written. Throws error when a rank has sent what another
    /// partition or stencil would make it send.
    void finish_exchange(net::deadline until = {}) { messages_.finish(until); }

    /// The whole array on the root, row-major, grid rows x cols items; empty elsewhere.
    [[nodiscard]] std::vector<T> gather(net::rank root = net::rank{0}, net::deadline until = {}) const {
        std::vector<T> all(messages_.tasks().rank() == root ? grid_cells() : 0);
        messages_.gather(reinterpret_cast<const std::byte*>(items_.data()), std::as_writable_bytes(std::span(all)),
                         root, until);
        return all;
    }
    /// Gives every rank its cells of the root's `all` (row-major, grid rows x cols items; ignored elsewhere). Halos
    /// stay as they are. Throws error on the root, before anything is sent, for another length.
    void scatter(std::span<const T> all, net::rank root = net::rank{0}, net::deadline until = {}) {
        messages_.scatter(reinterpret_cast<std::byte*>(items_.data()), std::as_bytes(all), root, until);
    }

    /// The same values spread by another partition of the same grid over the same tasks: a new array laid out as `to`,
    /// its halo filled with `fill`. Collective, and no exchange may be under way. Only cells whose owner changes
    /// travel, one message per pair of ranks (redistribution.hpp). Throws error for another grid or group, net::error
    /// as net::barrier does.
    [[nodiscard]] distributed_array redistributed(std::shared_ptr<const halo_layout> to, T fill = {},
                                                  net::deadline until = {}) const {
        distributed_array result(messages_.tasks(), std::move(to), fill, until);
        result.messages_.redistribute_from(reinterpret_cast<std::byte*>(result.items_.data()), *layout_,
                                           reinterpret_cast<const std::byte*>(items_.data()), until);
        return result;
    }

  private:
    [[nodiscard]] std::size_t grid_cells() const { return static_cast<std::size_t>(layout_->parts().domain().cells()); }

    std::shared_ptr<const halo_layout> layout_;
    halo_storage<T> items_;
    detail::array_messages messages_;  // ends before the items that its requests point into
};

}  // namespace banyan::grid
