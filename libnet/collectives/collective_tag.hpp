// The tags of a group's collective context.
//
//    bit  31   30 ........ 26   25 ........ 20   19 .............................. 0
//        +---+----------------+----------------+------------------------------------+
//        | 0 |   operation    |     phase      |   sequence number of the group     |
//        +---+----------------+----------------+------------------------------------+
//         1 bit    5 bits           6 bits                   20 bits
//
// Bit 31 is 0, because tags are >= 0. operation: the collective_kind, so that data of different collectives never mix
// and a waiting rank can report which one another rank has called. phase: the pass within the operation; it is checked
// and never wraps. sequence: counts the collectives of the group modulo 2^20, so that successive collectives never mix.
// The wrap is harmless: two messages of one pair with the same tag are matched in the order of sending, and every rank
// calls the collectives of a group in the same order.
#pragma once

#include <cstdint>

#include "banyan/net/collective_kind.hpp"
#include "banyan/net/error.hpp"
#include "banyan/net/ids.hpp"

namespace banyan::net {

/// Makes the tags of one collective. A value type.
class collective_tag {
  public:
    static constexpr int operation_bits = 5;
    static constexpr int phase_bits = 6;
    static constexpr int sequence_bits = 20;
    static_assert(operation_bits + phase_bits + sequence_bits == 31);

    constexpr collective_tag(collective_kind kind, std::uint64_t sequence)
        : base_(static_cast<std::uint32_t>(kind) << (phase_bits + sequence_bits) |
                (static_cast<std::uint32_t>(sequence) & sequence_mask)) {}

    /// The tag of pass `phase`, 0 .. 63. Throws errc::invalid_argument for another phase.
    [[nodiscard]] constexpr tag of_phase(int phase) const {
        if (phase < 0 || phase >= 1 << phase_bits) {
            throw error(errc::invalid_argument, "a collective has at most 64 phases");
        }
        return tag{static_cast<std::int32_t>(base_ | static_cast<std::uint32_t>(phase) << sequence_bits)};
    }

    /// The collective kind in a tag >= 0.
    [[nodiscard]] static constexpr collective_kind kind_of(tag t) {
        return static_cast<collective_kind>(static_cast<std::uint32_t>(t.value) >> (phase_bits + sequence_bits));
    }
    /// The sequence number of the tag minus `sequence`. Correct if the difference is less than 2^19.
    [[nodiscard]] static constexpr std::int32_t ahead_of(std::uint64_t sequence, tag t) {
        constexpr int spare_bits = 32 - sequence_bits;
        const auto distance = static_cast<std::uint32_t>(t.value) - static_cast<std::uint32_t>(sequence);
        return static_cast<std::int32_t>(distance << spare_bits) >> spare_bits;
    }

  private:
    static constexpr std::uint32_t sequence_mask = (1u << sequence_bits) - 1;

    std::uint32_t base_;
};

}  // namespace banyan::net
