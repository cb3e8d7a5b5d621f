// Scan along the chain of ranks: each rank combines what the rank before it has with its own items and sends the result
// to the next. In segments all ranks work at the same time (pipelined).
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/segments.hpp"

namespace banyan::net {
namespace {

schedule scan_chain_schedule(const collective_shape& shape) {
    schedule_builder out;
    const items_at input{area::input, 0, shape.items}, output{area::output, 0, shape.items};
    const bool last = shape.rank + 1 == shape.size;
    if (shape.rank == 0) {
        out.copy(input, output);
        if (!last) send_segments(out, 1, output, shape.segment);
        return out.finish();
    }
    const items_at before = out.scratch(shape.items);
    receive_segments(out, shape.rank - 1, before, shape.segment);
    for (std::size_t i = 0; i < segment_count(shape.items, shape.segment); ++i) {
        const items_at result = segment_of(output, shape.segment, i);
        out.wait_for(i + 1);
        out.combine(segment_of(before, shape.segment, i), segment_of(input, shape.segment, i), result);
        if (!last) out.send(shape.rank + 1, result);
    }
    return out.finish();
}

algorithm_cost scan_chain_cost(const collective_shape& shape) {
    if (shape.items == 0 || shape.size == 1) return {};
    const std::uint64_t m = shape.items, messages = segment_count(shape.items, shape.segment);
    const auto hops = static_cast<std::uint64_t>(shape.size - 1);
    const std::uint64_t path = (hops - 1) * segment_of({area::input, 0, shape.items}, shape.segment, 0).count + m;
    return {static_cast<int>(hops - 1 + messages), hops * messages, hops * m, path, path};
}

}  // namespace

const algorithm scan_chain{
    .kind = collective_kind::scan,
    .name = "chain",
    .summary = "from rank to rank in segments: the fewest items, for very long vectors",
    .standard_association = false,
    .fits = nullptr,
    .make = &scan_chain_schedule,
    .cost = &scan_chain_cost,
};

}  // namespace banyan::net
