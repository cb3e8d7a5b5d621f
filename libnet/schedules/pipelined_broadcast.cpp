#include "libnet/schedules/pipelined_broadcast.hpp"

#include <algorithm>

#include "libnet/schedules/segments.hpp"

namespace banyan::net {

schedule pipelined_broadcast(const tree& over, const collective_shape& shape) {
    return pipelined_broadcast(place_of_rank(over, shape.rank, shape.root, shape.size), shape);
}

schedule pipelined_broadcast(const tree_place& place, const collective_shape& shape) {
    schedule_builder out;
    add_pipelined_broadcast(out, place, shape);
    return out.finish();
}

void add_pipelined_broadcast(schedule_builder& out, const tree_place& place, const collective_shape& shape) {
    const items_at items{area::output, 0, shape.items};
    const std::size_t earlier = out.transfers();
    if (place.parent) receive_segments(out, *place.parent, items, shape.segment);
    for (std::size_t i = 0; i < segment_count(shape.items, shape.segment); ++i) {
        if (place.parent) out.wait_for(earlier + i + 1);
        for (auto child = place.children.rbegin(); child != place.children.rend(); ++child)
            out.send(*child, segment_of(items, shape.segment, i));
    }
}

algorithm_cost pipelined_broadcast_cost(int fanout, int depth_rounds, const collective_shape& shape) {
    const auto m = std::uint64_t{shape.items};
    if (m == 0 || shape.size == 1) return {};
    const std::uint64_t segments = segment_count(shape.items, shape.segment);
    const std::uint64_t longest = shape.segment == 0 ? m : std::min<std::uint64_t>(shape.segment, m);
    const auto width = static_cast<std::uint64_t>(fanout);
    const auto depth = static_cast<std::uint64_t>(depth_rounds);
    const auto messages = static_cast<std::uint64_t>(shape.size - 1);
    const std::uint64_t rounds = width * (segments - 1) + depth;
    return {static_cast<int>(rounds), messages * segments, messages * m, width * m + (depth - width) * longest, 0};
}

}  // namespace banyan::net
