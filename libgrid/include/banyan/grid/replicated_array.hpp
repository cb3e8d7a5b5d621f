// An array with a copy on every rank: a read is local, and a write is sent to every copy.
//
//   grid::replicated_array<double> best(world, 8, 0.0);
//   best.write(me, found);                // every copy gets it; returns when the own copy has it
//   if (best.read(3) > found) ...         // no message
//   best.close();                         // on all ranks, at the end
//
// Reads and writes are sequentially consistent (Lamport 1979): their results are those of one order of all reads and
// writes of all threads of all ranks, which keeps the program order of each thread. The algorithm is that of Attiya and
// Welch (ACM Transactions on Computer Systems 12, 1994) with fast reads: rank 0 gives all writes one order, and a write
// returns when the own copy has applied it. docs/derivations.md has the proof, docs/grid.md the costs.
#pragma once

#include <concepts>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "banyan/net/group.hpp"

namespace banyan::grid {

namespace detail {

/// The copy of this rank and the thread that applies writes to it, independent of the type of the items.
class replication {
  public:
    replication(const net::group& tasks, std::vector<std::byte> items, net::deadline until);
    replication(replication&&) noexcept;
    ~replication();

    std::uint64_t write(std::size_t first_byte, std::span<const std::byte> items, net::deadline until);
    std::optional<std::uint64_t> write_if(std::size_t first_byte, std::span<const std::byte> expected,
                                          std::span<const std::byte> items, net::deadline until);
    /// Blocks until ready(bytes of the copy), which is called after writes were applied.
    void wait(const std::function<bool(std::span<const std::byte>)>& ready, net::deadline until) const;
    /// Copies bytes of the copy and returns its version.
    std::uint64_t copy(std::size_t first_byte, std::span<std::byte> to) const;
    void close(net::deadline until);

  private:
    struct state;
    std::unique_ptr<state> state_;
};

/// Throws part::error unless items first .. first + count - 1 are in an array of `size`.
void check_items(std::int64_t first, std::int64_t count, std::int64_t size);
/// Throws part::error if an array of so many items, of `item_bytes` bytes each, cannot be addressed.
void check_count(std::int64_t items, std::size_t item_bytes);

}  // namespace detail

/// Each rank has a copy of all items, and a thread of the library that receives writes. Any thread of the program may
/// read and write at any time. The constructor and close() are collective. Use it for data that are read often and
/// written rarely, such as bounds, parameters and tables: a write costs p messages and waits for two of them, one after
/// the other. If the array has not been closed, the destructor ends the copy of this rank, and later writes of other
/// ranks fail. In a child that the task forks, only the destructor may run, and it does nothing.
template <net::transferable T>
class replicated_array {
  public:
    /// All items are `fill`. Blocks as net::barrier. Throws part::error for a number of items that is negative or too
    /// large; net::error as net::barrier; resource_limit without a thread. Borrows the mailbox of the group.
    replicated_array(const net::group& tasks, std::int64_t items, T fill = {}, net::deadline until = {})
        : size_(items), copies_(tasks, bytes_of(items, fill), until) {}

    [[nodiscard]] std::int64_t size() const { return size_; }

    /// The item in the own copy; sends nothing. Throws part::error for an index out of range, and the error of the
    /// array if it has failed.
    [[nodiscard]] T read(std::int64_t index) const { return read_versioned(index).value; }
    struct versioned {
        T value;
        std::uint64_t version;  ///< the number of writes that the copy had applied
    };
    [[nodiscard]] versioned read_versioned(std::int64_t index) const {
        detail::check_items(index, 1, size_);
        versioned got{};
        got.version = copies_.copy(offset(index), std::as_writable_bytes(std::span(&got.value, 1)));
        return got;
    }
    /// All items at one point of the order.
    [[nodiscard]] std::vector<T> snapshot() const {
        return net::detail::filled_vector<T>(static_cast<std::size_t>(size_),
                                             [&](std::span<std::byte> all) { copies_.copy(0, all); });
    }

    /// Sets an item in all copies. Blocks until the own copy has it; other copies get it in the same order, perhaps
    /// later. Returns the place of the write in the order of all writes, from 1. Throws part::error for an index out of
    /// range; timeout (the write may still happen); the error of the array if it has failed.
    std::uint64_t write(std::int64_t index, const T& value, net::deadline until = {}) {
        return write(index, std::span<const T>(&value, 1), until);
    }
    /// Sets items first, first + 1, ... as one write: no reader sees a part of it. Costs the same messages as one item.
    std::uint64_t write(std::int64_t first, std::span<const T> values, net::deadline until = {}) {
        detail::check_items(first, static_cast<std::int64_t>(values.size()), size_);
        return copies_.write(offset(first), std::as_bytes(values), until);
    }

    /// Sets the item to `value` if it is equal to `expected` at the place of this write in the order; no other write is
    /// in between. Returns the place, or nothing if the item had another value. In this case the own copy has that
    /// value, unless the item has been written again. Otherwise as write(). Ranks can count, or take jobs, by
    /// while (!write_if(0, old, old + 1)) old = read(0). Items are compared by their bytes, so types with padding are
    /// not allowed.
    std::optional<std::uint64_t> write_if(std::int64_t index, const T& expected, const T& value,
                                          net::deadline until = {}) requires
        std::has_unique_object_representations_v<T> || std::same_as<T, float> || std::same_as<T, double> {
        detail::check_items(index, 1, size_);
        return copies_.write_if(offset(index), std::as_bytes(std::span(&expected, 1)),
                                std::as_bytes(std::span(&value, 1)), until);
    }

    /// Blocks until the item in the own copy fulfils ready(item), which is called in the calling thread with the copy
    /// locked: it must not use the array. Throws as write().
    template <std::predicate<const T&> Ready>
    void wait_until(std::int64_t index, Ready ready, net::deadline until = {}) const {
        detail::check_items(index, 1, size_);
        copies_.wait(
            [&](std::span<const std::byte> bytes) {
                T value{};
                std::memcpy(&value, bytes.data() + offset(index), sizeof value);
                return ready(static_cast<const T&>(value));
            },
            until);
    }

    /// Ends the array on all ranks: afterwards every copy has all writes. It can still be read, not written. Collective
    /// and blocking; no other thread of the rank may be writing. Throws net::error as net::barrier.
    void close(net::deadline until = {}) { copies_.close(until); }

  private:
    static std::size_t offset(std::int64_t index) { return static_cast<std::size_t>(index) * sizeof(T); }
    static std::vector<std::byte> bytes_of(std::int64_t items, const T& fill) {
        detail::check_items(0, items, items);
        detail::check_count(items, sizeof(T));
        const auto one = std::as_bytes(std::span(&fill, 1));
        std::vector<std::byte> all;
        all.reserve(static_cast<std::size_t>(items) * sizeof(T));
        for (std::int64_t i = 0; i < items; ++i)
            all.insert(all.end(), one.begin(), one.end());
        return all;
    }

    std::int64_t size_;
    detail::replication copies_;
};

}  // namespace banyan::grid
