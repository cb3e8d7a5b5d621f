// Epochs that begin and end by broadcast-collapse: a barrier in two halves, with the times of each epoch.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "banyan/net/collectives.hpp"

namespace banyan::net {

/// The times of one rank in an epoch.
struct epoch_time {
    std::chrono::steady_clock::duration waiting_to_begin{};  ///< in begin(): for the start of the epoch
    std::chrono::steady_clock::duration computing{};         ///< from the return of begin() to the call of end()
    std::chrono::steady_clock::duration waiting_to_end{};    ///< in end(): for the reports of the children
};

/// The tree along which epochs begin and end. Its root is rank 0.
enum class epoch_tree {
    /// The hypercube tree of Marinescu & Rice 1991, section 3.2: a rank at level l has l bits set. ceil(log2 p) rounds.
    hypercube,
    /// Two balanced binary trees, as in the measurements of section 4 there: the even ranks below rank 0 and the odd
    /// ranks below rank 1. Rank 1 is a child of rank 0. A rank has at most two children. It needs more rounds than
    /// `hypercube`.
    two_binary
};

/// Global synchronization by broadcast-collapse (Marinescu & Rice 1991, section 3.2) over a tree with root 0. In
/// begin() the root sends the start of the epoch down the tree, the deepest subtree first. In end() each rank waits for
/// the reports of its children, in any order, and reports to its parent. So an epoch ends on the root when all ranks
/// have ended it, and no rank begins the next epoch before that. Between the two calls a rank computes and may send any
/// other message. The start and the reports each carry one value.
///
/// Every rank calls begin() and end() alternately, with values of one type. One thread at a time uses an object. The
/// group must outlive it. All calls block until this rank's part is done or the deadline passes; end() of a rank other
/// than the root does not wait for the other ranks. They throw errc::invalid_argument for a call out of turn, and
/// timeout. If a member dies, each call that waits, on any rank, throws errc::peer_lost or host_lost 0.2 s after the
/// death is known. The error names the member that died. After a failure make a new object from another group.
class broadcast_collapse {
  public:
    /// Collective: duplicates the group. Throws as barrier() does.
    explicit broadcast_collapse(const group& members, deadline until = {});
    /// The same, over the given tree. All ranks give the same tree; `hypercube` is the default.
    broadcast_collapse(const group& members, epoch_tree over, deadline until = {});
    broadcast_collapse(broadcast_collapse&&) noexcept;
    broadcast_collapse& operator=(broadcast_collapse&&) noexcept;
    ~broadcast_collapse();

    /// Begins an epoch on all ranks. Returns the root's `value`; the other ranks' are not used.
    template <transferable T>
    T begin(T value, deadline until = {}) {
        begin_bytes(std::as_writable_bytes(std::span(&value, 1)), until);
        return value;
    }
    void begin(deadline until = {}) { begin_bytes({}, until); }

    /// Ends the epoch. The root returns the values of all ranks combined by `op`, other ranks those of their subtree.
    /// The values are combined in the order of the tree, not of the ranks, so `op` must be commutative. The order is
    /// the same in every epoch and run, and so is the result, also the sum of floating-point numbers.
    template <transferable T, class Op>
    T end(T mine, Op op, deadline until = {}) {
        end_bytes(std::as_writable_bytes(std::span(&mine, 1)), detail::make_combiner<T>(op), until);
        return mine;
    }
    void end(deadline until = {}) { end_bytes({}, {}, until); }

    /// The level of this rank in its tree; 0 for a root.
    [[nodiscard]] int level() const;
    /// The epochs that this rank has ended.
    [[nodiscard]] std::int64_t epochs() const;
    /// The times of the last epoch that has ended, and the sums over all epochs that have ended.
    [[nodiscard]] const epoch_time& last() const;
    [[nodiscard]] const epoch_time& total() const;

  private:
    void begin_bytes(std::span<std::byte> value, deadline until);
    void end_bytes(std::span<std::byte> value, const detail::combiner& op, deadline until);

    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace banyan::net
