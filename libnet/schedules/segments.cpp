#include "libnet/schedules/segments.hpp"

#include <algorithm>

namespace banyan::net {

items_at segment_of(const items_at& items, std::size_t segment, std::size_t index) {
    if (segment == 0) return items;
    const std::size_t begin = index * segment;
    return part_of(items, begin, std::min(segment, items.count - begin));
}

void send_segments(schedule_builder& out, int peer, const items_at& from, std::size_t segment) {
    for (std::size_t i = 0; i < segment_count(from.count, segment); ++i)
        out.send(peer, segment_of(from, segment, i));
}

void receive_segments(schedule_builder& out, int peer, const items_at& to, std::size_t segment) {
    for (std::size_t i = 0; i < segment_count(to.count, segment); ++i)
        out.receive(peer, segment_of(to, segment, i));
}

void exchange_and_combine(schedule_builder& out, const received_operand& operand, const items_at& sent,
                          std::size_t segment) {
    const std::size_t before = out.transfers();
    receive_segments(out, operand.peer, operand.theirs, segment);
    send_segments(out, operand.peer, sent, segment);
    for (std::size_t i = 0; i < segment_count(operand.theirs.count, segment); ++i) {
        out.wait_for(before + i + 1);
        const items_at own = segment_of(operand.own, segment, i), theirs = segment_of(operand.theirs, segment, i);
        const items_at result = segment_of(operand.result, segment, i);
        if (operand.theirs_is_left)
            out.combine(theirs, own, result);
        else
            out.combine(own, theirs, result);
    }
    out.wait();
}

}  // namespace banyan::net
