// Exclusive scan along the chain of ranks: each rank gets its result from the rank before it, combines it with its own
// items and sends that to the next. In segments all ranks work at the same time (pipelined).
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/segments.hpp"

namespace banyan::net {
namespace {

void pass_on_prefix(schedule_builder& out, const collective_shape& shape) {
    const items_at input{area::input, 0, shape.items}, output{area::output, 0, shape.items};
    const items_at next = out.scratch(shape.items);
    for (std::size_t i = 0; i < segment_count(shape.items, shape.segment); ++i) {
        const items_at sent = segment_of(next, shape.segment, i);
        out.wait_for(i + 1);
        out.combine(segment_of(output, shape.segment, i), segment_of(input, shape.segment, i), sent);
        out.send(shape.rank + 1, sent);
    }
}

schedule exclusive_scan_chain_schedule(const collective_shape& shape) {
    schedule_builder out;
    const bool last = shape.rank + 1 == shape.size;
    if (shape.rank > 0) receive_segments(out, shape.rank - 1, {area::output, 0, shape.items}, shape.segment);
    if (shape.rank == 0 && !last) send_segments(out, 1, {area::input, 0, shape.items}, shape.segment);
    if (shape.rank > 0 && !last) pass_on_prefix(out, shape);
    return out.finish();
}

algorithm_cost exclusive_scan_chain_cost(const collective_shape& shape) {
    if (shape.items == 0 || shape.size == 1) return {};
    const std::uint64_t m = shape.items, messages = segment_count(shape.items, shape.segment);
    const std::uint64_t longest = segment_of({area::input, 0, shape.items}, shape.segment, 0).count;
    const auto hops = static_cast<std::uint64_t>(shape.size - 1);
    return {static_cast<int>(hops - 1 + messages), hops * messages, hops * m, (hops - 1) * longest + m,
            hops < 2 ? 0 : (hops - 2) * longest + m};
}

}  // namespace

const algorithm exclusive_scan_chain{
    .kind = collective_kind::exclusive_scan,
    .name = "chain",
    .summary = "from rank to rank in segments: the fewest items, for very long vectors",
    .standard_association = false,
    .fits = nullptr,
    .make = &exclusive_scan_chain_schedule,
    .cost = &exclusive_scan_chain_cost,
};

}  // namespace banyan::net
