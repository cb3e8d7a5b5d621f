// The agreement of shrink, without messages and clocks: one rank's part of it.
//
// Flooding in rounds. In each round a rank sends the set of the ranks that it counts as dead to all others, and waits
// until each of them has sent its message of this round or is lost. If all sets are equal to its own and it has lost no
// rank in this round, it decides. Otherwise it unites the sets and begins the next round. A rank that has decided sends
// its decision to all that it counts as alive, and takes no further part; a rank that receives a decision adopts it and
// passes it on.
//
// Why no two ranks decide differently, if messages of a pair keep their order and a rank is lost only after its last
// message has arrived: let X be the first to decide, on the set S, in round r. Then all ranks outside S have sent S in
// round r. A rank D that has received X's message of round r waits for X in round r + 1, so it receives the decision
// before it can decide otherwise. A rank Y that has lost X in round r has another set in round r + 1 than every such D,
// so Y does not decide in that round. Then Y waits for D, which sends the decision or is lost. The same holds for each
// rank to which the decision is passed on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace banyan::net {

struct survivor_message {
    enum class kind : std::uint8_t {
        round,     ///< of a round
        decision,  ///< the result; the sender takes no further part
        excluded,  ///< to a rank that the sender counts as dead because another rank has said so
        leaving    ///< the sender takes no further part, and has no result
    };

    kind what = kind::round;
    std::uint32_t next_context = 0;  ///< the highest proposal that the sender knows
    std::vector<bool> dead{};        ///< one for each rank

    [[nodiscard]] std::vector<std::byte> packed() const;
    /// Throws the errors of unpacker.
    static survivor_message unpacked(std::vector<std::byte> bytes);
    /// An upper bound of the bytes of a message.
    static std::size_t most_packed_bytes(std::size_t ranks) { return ranks + 100; }
};

/// Used by one thread. `self` and the other ranks are 0 .. size - 1.
class survivor_agreement {
  public:
    enum class outcome : std::uint8_t {
        undecided,  ///< begin the next round
        decided,
        left_out  ///< the others count this rank as dead
    };

    /// `dead`: the ranks that are known to be dead, which are not waited for.
    survivor_agreement(int self, std::vector<bool> dead, std::uint32_t next_context);

    /// Begins a round. The message goes to all others(), and exactly one take() or lose() follows for each of them.
    [[nodiscard]] survivor_message begin_round();
    void take(int from, const survivor_message& message);
    void lose(int rank);
    [[nodiscard]] outcome end_round();

    /// The other ranks that count as alive.
    [[nodiscard]] std::vector<int> others() const;
    /// The ranks that count as dead because another rank has said so, and that have not been returned before: each gets
    /// an `excluded` message, so that it does not wait for this rank.
    [[nodiscard]] std::vector<int> take_excluded();

    [[nodiscard]] const std::vector<bool>& dead() const { return dead_; }
    [[nodiscard]] std::uint32_t next_context() const { return next_context_; }

  private:
    const std::size_t self_;
    std::vector<bool> dead_;  // in this round
    std::uint32_t next_context_;
    std::vector<bool> next_dead_;  // `dead_` together with what this round has reported
    std::vector<bool> lost_;       // ranks that this rank has lost itself, or has told that they are excluded
    bool all_equal_ = true;
    bool adopted_ = false;
    bool left_out_ = false;
};

}  // namespace banyan::net
