// Long messages in segments, so that a rank combines one segment while the next ones are under way.
#pragma once

#include <cstdint>

#include "libnet/schedules/schedule.hpp"

namespace banyan::net {

/// The number of segments of `items` items; `segment` is the length of each but the last, 0: one segment.
constexpr std::size_t segment_count(std::size_t items, std::size_t segment) {
    if (items == 0) return 0;
    return segment == 0 ? 1 : (items + segment - 1) / segment;
}

/// Segment `index` of `items`.
items_at segment_of(const items_at& items, std::size_t segment, std::size_t index);

void send_segments(schedule_builder& out, int peer, const items_at& from, std::size_t segment);
void receive_segments(schedule_builder& out, int peer, const items_at& to, std::size_t segment);

/// An operand that comes from a peer, to be combined with an own one of the same length.
struct received_operand {
    int peer;
    items_at own, theirs, result;
    bool theirs_is_left = false;
};

/// Sends `sent` to the peer, receives its operand and combines it segment by segment. All transfers are waited for.
void exchange_and_combine(schedule_builder& out, const received_operand& operand, const items_at& sent,
                          std::size_t segment);

}  // namespace banyan::net
