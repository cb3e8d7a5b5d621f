// The schedule of a collective on one rank: its messages and its local work, as data. Pure: algorithms make schedules,
// libnet/collectives carries them out, and tests carry them out in memory for all ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace banyan::net {

/// The memory that a step reads or writes. Which items the input and the output of a collective hold:
/// collective_shape.hpp.
enum class area : std::uint8_t { input, output, scratch };

/// Consecutive items of an area.
struct items_at {
    area where = area::input;
    std::size_t first = 0;
    std::size_t count = 0;
    friend bool operator==(const items_at&, const items_at&) = default;
};

/// One step. A rank takes its steps in order; only `wait` blocks. The input is never written.
struct step {
    enum class kind : std::uint8_t {
        send,     ///< starts to send `from` to `peer`
        receive,  ///< starts to receive `to` from `peer`
        wait,     ///< until the first `transfers` sends and receives of the schedule are done
        combine,  ///< to[i] = operation(from[i], right[i]); `to` may be `from` or `right`
        copy      ///< to[i] = from[i]; they are equal or do not overlap
    };
    kind what = kind::wait;
    int peer = -1;
    items_at from{}, right{}, to{};
    std::size_t transfers = 0;
    friend bool operator==(const step&, const step&) = default;
};

/// The messages of a pair of ranks are matched in the order of their steps. Memory of a transfer is not touched by
/// other steps before a `wait` has ended the transfer (two sends may read the same items).
struct schedule {
    std::vector<step> steps;
    std::size_t scratch_items = 0;
};

/// Writes the steps of a schedule. Transfers, combinations and copies of no items are left out; both ends of a message
/// know its length, so both leave it out. signal() and await_signal() are messages without items, which are not left
/// out. finish() adds the last wait.
class schedule_builder {
  public:
    /// Reserves scratch memory.
    items_at scratch(std::size_t count);

    void send(int peer, items_at from);
    void receive(int peer, items_at to);
    void signal(int peer);
    void await_signal(int peer);
    /// Waits until all transfers so far are done.
    void wait();
    /// Waits until the first `transfers` transfers are done.
    void wait_for(std::size_t transfers);
    [[nodiscard]] std::size_t transfers() const { return transfers_; }
    void combine(items_at left, items_at right, items_at to);
    void copy(items_at from, items_at to);

    [[nodiscard]] schedule finish();

  private:
    void add_transfer(step::kind what, int peer, items_at items);

    schedule made_;
    std::size_t transfers_ = 0;
    std::size_t waited_for_ = 0;
};

/// The items first .. first + count - 1 of `items`.
constexpr items_at part_of(const items_at& items, std::size_t first, std::size_t count) {
    return {items.where, items.first + first, count};
}

}  // namespace banyan::net
