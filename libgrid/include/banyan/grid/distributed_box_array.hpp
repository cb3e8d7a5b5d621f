// A three-dimensional array whose cells are distributed over the tasks of a group, one box for each.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "banyan/grid/box_halo_layout.hpp"
#include "banyan/grid/distributed_array.hpp"
#include "banyan/net/group.hpp"

namespace banyan::grid {

namespace detail {

/// The messages of one array, independent of the type of its items. `storage` has the form that the layout describes.
class box_messages {
  public:
    box_messages(const net::group& tasks, std::shared_ptr<const box_halo_layout> layout, std::size_t item_bytes,
                 net::deadline until);
    box_messages(box_messages&&) noexcept;
    box_messages& operator=(box_messages&&) noexcept;
    ~box_messages();

    void start(std::byte* storage);
    bool test();
    void finish(net::deadline until);
    void gather(const std::byte* storage, std::span<std::byte> all, net::rank root, net::deadline until) const;
    void scatter(std::byte* storage, std::span<const std::byte> all, net::rank root, net::deadline until) const;
    void redistribute_from(std::byte* storage, const box_halo_layout& old_layout, const std::byte* old_storage,
                           net::deadline until);
    [[nodiscard]] const net::group& tasks() const;

    struct state;

  private:
    std::unique_ptr<state> state_;
};

}  // namespace detail

/// The part of a three-dimensional array of `T` that rank i stores: the box of processor i and its halo. A cell is
/// given by its plane, row and column in the whole grid; the halo beyond an edge has unwrapped coordinates (-1, planes,
/// ...). On an open axis the halo beyond the edges belongs to the program; an exchange never writes it.
///
/// Use an object from one thread at a time, and move it only when no exchange is active. Every constructor call,
/// exchange, gather, scatter and redistribution is collective. All of these except start_exchange() and test_exchange()
/// block until the part of this rank is done or the deadline passes (no deadline by default). They throw net::error as
/// net::mailbox::recv does; after that, the values of the array and further calls are undefined. The messages have
/// contexts of their own.
template <net::transferable T>
class distributed_box_array {
  public:
    /// Allocates layout->items() x sizeof(T) bytes, and a buffer for each message. Every item, also of the halo, starts
    /// as `fill`. The group has one task per processor of the partition; otherwise throws part::error. Throws
    /// net::error as net::barrier does. Borrows the mailbox of the group. Arrays of one partition can share a layout.
    /// All ranks give the same grid, partition, stencil, depth and item type. Other calls make exchanges fail or wait;
    /// with BANYAN_CHECK_COLLECTIVES=1 this constructor throws errc::collective_mismatch, naming the difference.
    distributed_box_array(const net::group& tasks, std::shared_ptr<const box_halo_layout> layout, T fill = {},
                          net::deadline until = {})
        : layout_(std::move(layout)),
          items_(static_cast<std::size_t>(layout_->items()), fill),
          messages_(tasks, layout_, sizeof(T), until) {}

    /// The same with a layout of its own, for the processor with the number of this rank.
    distributed_box_array(const net::group& tasks, const part::box_partition& parts, part::box_stencil pattern,
                          T fill = {}, net::deadline until = {})
        : distributed_box_array(tasks, std::make_shared<const box_halo_layout>(parts, tasks.rank().value, pattern),
                                fill, until) {}

    [[nodiscard]] const box_halo_layout& layout() const { return *layout_; }
    /// The item of an own cell or a cell of the halo; not checked.
    [[nodiscard]] T& operator()(std::int64_t plane, std::int64_t row, std::int64_t col) {
        return items_[layout_->index(plane, row, col)];
    }
    [[nodiscard]] const T& operator()(std::int64_t plane, std::int64_t row, std::int64_t col) const {
        return items_[layout_->index(plane, row, col)];
    }
    /// All layout().items() items; layout() has the strides.
    [[nodiscard]] std::span<T> items() { return items_.items(); }
    [[nodiscard]] std::span<const T> items() const { return items_.items(); }

    /// Fills the halo with the present values of its owners. Blocks until the halo is complete.
    void exchange(net::deadline until = {}) {
        start_exchange();
        finish_exchange(until);
    }
    /// Starts to fill the halo and returns at once. Until finish_exchange(), halo cells must not be read; own cells may
    /// be written, because values are sent from a copy. Copies within the rank are done on return. One exchange at a
    /// time.
    void start_exchange() { messages_.start(reinterpret_cast<std::byte*>(items_.data())); }
    /// Makes progress without blocking; true when all messages have arrived. Call it from time to time in a long
    /// computation, because messages above the eager limit make progress only inside calls.
    bool test_exchange() { return messages_.test(); }
    /// Blocks until the halo is complete. Throws part::error if a rank has sent a message of another length, because it
    /// uses another partition or stencil.
    void finish_exchange(net::deadline until = {}) { messages_.finish(until); }

    /// The whole array on the root: planes of rows of columns; empty on the other ranks.
    [[nodiscard]] std::vector<T> gather(net::rank root = net::rank{0}, net::deadline until = {}) const {
        const std::int64_t cells = messages_.tasks().rank() == root ? layout_->parts().domain().cells() : 0;
        return net::detail::filled_vector<T>(static_cast<std::size_t>(cells), [&](std::span<std::byte> all) {
            messages_.gather(reinterpret_cast<const std::byte*>(items_.data()), all, root, until);
        });
    }
    /// Gives every rank its cells of the root's `all` (as gather() returns it; ignored on the other ranks). Halos keep
    /// their values. If `all` has another length, throws part::error on the root before it sends anything.
    void scatter(std::span<const T> all, net::rank root = net::rank{0}, net::deadline until = {}) {
        messages_.scatter(reinterpret_cast<std::byte*>(items_.data()), std::as_bytes(all), root, until);
    }

    /// A new array with the same values, distributed by another partition of the same grid over the same tasks, as `to`
    /// describes. Its halo is filled with `fill`. Collective; no exchange may be active. Only cells whose owner changes
    /// are sent, in one message per pair of ranks (box_redistribution.hpp). Throws part::error for another grid or
    /// group, net::error as net::barrier does.
    [[nodiscard]] distributed_box_array redistributed(std::shared_ptr<const box_halo_layout> to, T fill = {},
                                                      net::deadline until = {}) const {
        distributed_box_array result(messages_.tasks(), std::move(to), fill, until);
        result.messages_.redistribute_from(reinterpret_cast<std::byte*>(result.items_.data()), *layout_,
                                           reinterpret_cast<const std::byte*>(items_.data()), until);
        return result;
    }

    /// The group in which the array sends its messages: a duplicate of the given one. A program that continues after a
    /// failure revokes it before net::shrink of the given group, and sends no messages in it.
    [[nodiscard]] const net::group& tasks() const { return messages_.tasks(); }

  private:
    std::shared_ptr<const box_halo_layout> layout_;
    halo_storage<T> items_;
    detail::box_messages messages_;  // destroyed before the items to which its requests point
};

}  // namespace banyan::grid
