// The tags of a group's collective context.
//
//    bit  31   30 ........ 26   25 ........ 20   19 .............................. 0
//        +---+----------------+----------------+------------------------------------+
//        | 0 |   operation    |     phase      |   sequence number of the group     |
//        +---+----------------+----------------+------------------------------------+
//         1 bit    5 bits           6 bits                   20 bits
//
// bit 31 is 0: tags are >= 0. operation: collective_kind, so that a program in which two ranks call different
// collectives waits (until its deadline) instead of mixing their data. phase: which of an operation's passes; checked,
// never wrapped. sequence: counts the collectives of the group, modulo 2^20; so successive collectives never mix. The
// wrap is harmless: two messages of one pair with the same tag are matched in the order in which they were sent, and
// every rank takes part in the collectives of a group in the same order.
#pragma once

#include <cstdint>

#include "banyan/net/error.hpp"
#include "banyan/net/ids.hpp"

namespace banyan::net {

enum class collective_kind : std::uint32_t {
    barrier = 1,
    broadcast,
    reduce,
    allreduce,
    gather,
    scatter,
};

/// Makes the tags of one collective; a value.
class collective_tag {
  public:
    static constexpr int operation_bits = 5;
    static constexpr int phase_bits = 6;
    static constexpr int sequence_bits = 20;
    static_assert(operation_bits + phase_bits + sequence_bits == 31);

    constexpr collective_tag(collective_kind kind, std::uint32_t sequence)
        : base_(static_cast<std::uint32_t>(kind) << (phase_bits + sequence_bits) |
                (sequence & ((1u << sequence_bits) - 1))) {}

    /// The tag of pass `phase`, 0 .. 63; throws errc::invalid_argument beyond.
    [[nodiscard]] constexpr tag of_phase(int phase) const {
        if (phase < 0 || phase >= 1 << phase_bits) {
            throw error(errc::invalid_argument, "a collective has at most 64 phases");
        }
        return tag{static_cast<std::int32_t>(base_ | static_cast<std::uint32_t>(phase) << sequence_bits)};
    }

  private:
    std::uint32_t base_;
};

}  // namespace banyan::net
