// A two-dimensional array whose cells are distributed over the tasks of a group by a partition.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
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

/// Returns the number. Throws part::error if it is negative.
std::int64_t exchange_number(std::int64_t number);

/// The messages of one array, independent of the type of its items. `storage` has the form that the halo_layout
/// describes.
class array_messages {
  public:
    array_messages(const net::group& tasks, std::shared_ptr<const halo_layout> layout, std::size_t item_bytes,
                   net::deadline until);
    array_messages(array_messages&&) noexcept;
    array_messages& operator=(array_messages&&) noexcept;
    ~array_messages();

    void expect(std::byte* storage, std::int64_t number);
    [[nodiscard]] bool test_expected();
    [[nodiscard]] bool wait_expected(net::deadline until);
    void start(std::byte* storage, std::int64_t number);
    bool test();
    void finish(net::deadline until);
    void gather(const std::byte* storage, std::span<std::byte> all, net::rank root, net::deadline until) const;
    void scatter(std::byte* storage, std::span<const std::byte> all, net::rank root, net::deadline until) const;
    void redistribute_from(std::byte* storage, const halo_layout& old_layout, const std::byte* old_storage,
                           net::deadline until);
    /// The same for an old array of the transposed grid.
    void transpose_from(std::byte* storage, const halo_layout& old_layout, const std::byte* old_storage,
                        net::deadline until);
    [[nodiscard]] const net::group& tasks() const;

    struct state;

  private:
    std::unique_ptr<state> state_;
};

struct array_transposition;  // transpose.hpp

}  // namespace detail

/// Owns a fixed number of items. When it is moved, the items stay at their address. From 4 MiB on it asks the system
/// for huge pages: rows that are far apart then need fewer address translations, and a sweep over memory runs about a
/// tenth faster. Arrays of 64 KiB and more that a thread makes one after the other begin at different places of a page,
/// so that a sweep that reads one and writes the other does not wait; this takes up to 4 KiB of memory for each.
template <class T>
requires std::is_trivially_copyable_v<T>
class halo_storage {
  public:
    /// Makes `count` items with the value `fill`. Throws std::bad_alloc.
    explicit halo_storage(std::size_t count = 0, T fill = {})
        : items_(static_cast<T*>(detail::allocate_items(bytes_of(count), alignof(T))), {count}) {
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
    static std::size_t bytes_of(std::size_t count) {
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_alloc();
        return count * sizeof(T);
    }

    std::unique_ptr<T[], detail::item_deleter<T>> items_;
};

/// The part of an array of `T` that rank i stores: the cells of processor i and their halo. A cell is given by its row
/// and column in the whole grid; the halo beyond an edge has unwrapped coordinates (-1, rows, ...). On an open grid the
/// halo beyond the outer edges belongs to the program; an exchange never writes it.
///
/// Use an object from one thread at a time, and move it only when no exchange is active. It may be destroyed and
/// replaced by another one at any time, for example after an exchange has failed. Every constructor call, exchange,
/// gather, scatter and redistribution is collective: all ranks call it, in the same order. All of these except
/// start_exchange() and test_exchange() block until the part of this rank is done or the deadline passes (no deadline
/// by default). They throw net::error as net::mailbox::recv does; after that, the values of the array and further calls
/// are undefined. The messages have contexts of their own.
template <net::transferable T>
class distributed_array {
  public:
    /// Allocates layout->items() x sizeof(T) bytes (halo_layout.hpp says when that is much), and a buffer for each
    /// message whose cells are not contiguous in memory. Every item, also of the halo, starts as `fill`. The group has
    /// one task per processor of the partition; otherwise throws part::error. Throws net::error as net::barrier does.
    /// Borrows the mailbox of the group. All ranks give the same grid, partition, stencil, depth and item type. Other
    /// calls make exchanges fail or wait; with BANYAN_CHECK_COLLECTIVES=1 this constructor throws
    /// errc::collective_mismatch, naming the difference.
    distributed_array(const net::group& tasks, std::shared_ptr<const halo_layout> layout, T fill = {},
                      net::deadline until = {})
        : layout_(std::move(layout)),
          items_(static_cast<std::size_t>(layout_->items()), fill),
          messages_(tasks, layout_, sizeof(T), until) {}

    /// The same with a new halo layout, for the processor with the number of this rank. If several arrays have one
    /// partition, use the other constructor with one layout for all: it saves the time to make layouts.
    distributed_array(const net::group& tasks, const part::partition& parts, const part::stencil& pattern, T fill = {},
                      net::deadline until = {})
        : distributed_array(tasks, std::make_shared<const halo_layout>(parts, tasks.rank().value, pattern), fill,
                            until) {}
    distributed_array(distributed_array&&) noexcept = default;
    /// The messages of this array end first, because they may still use its items.
    distributed_array& operator=(distributed_array&& other) noexcept {
        messages_ = std::move(other.messages_);
        items_ = std::move(other.items_);
        layout_ = std::move(other.layout_);
        return *this;
    }

    [[nodiscard]] const halo_layout& layout() const { return *layout_; }
    /// The item at (row, col), own or halo, as layout().index(); not checked.
    [[nodiscard]] T& operator()(std::int64_t row, std::int64_t col) { return items_[layout_->index(row, col)]; }
    [[nodiscard]] const T& operator()(std::int64_t row, std::int64_t col) const {
        return items_[layout_->index(row, col)];
    }
    /// All layout().items() items, row by row. The item of the same column in the next row is layout().stride() items
    /// further.
    [[nodiscard]] std::span<T> items() { return items_.items(); }
    [[nodiscard]] std::span<const T> items() const { return items_.items(); }

    /// Fills the halo with the present values of its owners. Blocks until the halo is complete.
    void exchange(net::deadline until = {}) {
        start_exchange();
        finish_exchange(until);
    }
    /// Starts to fill the halo and returns at once. Until finish_exchange(), own cells must not be written and halo
    /// cells must not be read. Copies within the rank are done on return. One exchange at a time. If
    /// layout().depth() is above 1, the values are sent from a copy, so own cells may be written after the call.
    void start_exchange() { messages_.start(reinterpret_cast<std::byte*>(items_.data()), no_number); }
    /// The same as exchange `number` >= 0, for example that of an iteration. The messages carry the number (modulo
    /// 1023) and match only receives of the same number, so values of another iteration are never used: a rank that
    /// expects another number waits. All ranks give the same number, or none. Throws part::error for a negative number,
    /// and for another one than expect_exchange() got; then nothing is sent.
    void start_exchange(std::int64_t number) {
        messages_.start(reinterpret_cast<std::byte*>(items_.data()), detail::exchange_number(number));
    }
    /// Starts only the receives of exchange `number`, so that values may arrive before this rank sends its own. Until
    /// finish_exchange(), halo cells must not be read; own cells may be written until start_exchange(number) is called.
    /// Throws part::error for a negative number, if the start of an expected exchange is still missing, and if an
    /// exchange is in progress.
    void expect_exchange(std::int64_t number) {
        messages_.expect(reinterpret_cast<std::byte*>(items_.data()), detail::exchange_number(number));
    }
    /// Makes progress without blocking; true when all values that expect_exchange() waits for have arrived.
    [[nodiscard]] bool test_expected() { return messages_.test_expected(); }
    /// Blocks until all values that expect_exchange() waits for have arrived, and returns true, or until the deadline,
    /// and returns false. A message that has failed counts as arrived; finish_exchange() then throws its error.
    [[nodiscard]] bool wait_expected(net::deadline until) { return messages_.wait_expected(until); }
    /// Makes progress without blocking; true when all messages have arrived. Call it from time to time in a long
    /// computation, because messages above the eager limit make progress only inside calls.
    bool test_exchange() { return messages_.test(); }
    /// Blocks until the halo is complete and own cells may be written. Throws part::error if a rank has sent a message
    /// of another length, because it uses another partition or stencil, and if the exchange has not been started.
    void finish_exchange(net::deadline until = {}) { messages_.finish(until); }

    /// The whole array on the root, row-major, grid rows x cols items; empty on the other ranks.
    [[nodiscard]] std::vector<T> gather(net::rank root = net::rank{0}, net::deadline until = {}) const {
        const std::size_t cells = messages_.tasks().rank() == root ? grid_cells() : 0;
        return net::detail::filled_vector<T>(cells, [&](std::span<std::byte> all) {
            messages_.gather(reinterpret_cast<const std::byte*>(items_.data()), all, root, until);
        });
    }
    /// Gives every rank its cells of the root's `all` (row-major, grid rows x cols items; ignored on the other ranks).
    /// Halos keep their values. If `all` has another length, throws part::error on the root before it sends anything.
    void scatter(std::span<const T> all, net::rank root = net::rank{0}, net::deadline until = {}) {
        messages_.scatter(reinterpret_cast<std::byte*>(items_.data()), std::as_bytes(all), root, until);
    }

    /// A new array with the same values, distributed by another partition of the same grid over the same tasks, as `to`
    /// describes. Its halo is filled with `fill`. Collective; no exchange may be active. Only cells whose owner changes
    /// are sent, in one message per pair of ranks (redistribution.hpp). Throws part::error for another grid or group,
    /// net::error as net::barrier does.
    [[nodiscard]] distributed_array redistributed(std::shared_ptr<const halo_layout> to, T fill = {},
                                                  net::deadline until = {}) const {
        distributed_array result(messages_.tasks(), std::move(to), fill, until);
        result.messages_.redistribute_from(reinterpret_cast<std::byte*>(result.items_.data()), *layout_,
                                           reinterpret_cast<const std::byte*>(items_.data()), until);
        return result;
    }

    /// The group in which the array sends its messages: a duplicate of the given one. A program that continues after a
    /// failure revokes it before net::shrink of the given group, and sends no messages in it.
    [[nodiscard]] const net::group& tasks() const { return messages_.tasks(); }

  private:
    friend struct detail::array_transposition;
    static constexpr std::int64_t no_number = -1;
    [[nodiscard]] std::size_t grid_cells() const { return static_cast<std::size_t>(layout_->parts().domain().cells()); }

    std::shared_ptr<const halo_layout> layout_;
    halo_storage<T> items_;
    detail::array_messages messages_;  // destroyed before the items to which its requests point
};

}  // namespace banyan::grid
