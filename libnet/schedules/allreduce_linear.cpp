// Allreduce on rank 0 alone: it receives the items of all ranks, combines them in the standard association and sends
// the result to all. It is the simplest algorithm, for comparison with the others.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/standard_combination.hpp"

namespace banyan::net {
namespace {

void combine_all(schedule_builder& out, const collective_shape& shape, const items_at& result) {
    standard_combination combination(out, shape.size, result);
    combination.add(0, {area::input, 0, shape.items});
    items_at next{};
    const auto receive_next = [&](int rank) {
        if (rank >= shape.size) return;
        next = combination.memory();
        out.receive(rank, next);
    };
    receive_next(1);
    for (int rank = 1; rank < shape.size; ++rank) {
        const items_at now = next;
        const std::size_t transfers = out.transfers();
        receive_next(rank + 1);
        out.wait_for(transfers);
        combination.add(rank, now);
    }
}

schedule allreduce_linear_schedule(const collective_shape& shape) {
    schedule_builder out;
    const items_at result{area::output, 0, shape.items};
    if (shape.rank > 0) {
        out.send(0, {area::input, 0, shape.items});
        out.wait();
        out.receive(0, result);
        return out.finish();
    }
    combine_all(out, shape, result);
    for (int rank = 1; rank < shape.size; ++rank)
        out.send(rank, result);
    return out.finish();
}

algorithm_cost allreduce_linear_cost(const collective_shape& shape) {
    if (shape.items == 0) return {};
    const auto others = static_cast<std::uint64_t>(shape.size - 1), m = std::uint64_t{shape.items};
    return {2 * (shape.size - 1), 2 * others, 2 * others * m, 2 * others * m, others * m};
}

}  // namespace

const algorithm allreduce_linear{
    .kind = collective_kind::allreduce,
    .name = "linear",
    .summary = "rank 0 receives from each rank in turn and sends the result to each",
    .standard_association = true,
    .fits = nullptr,
    .make = &allreduce_linear_schedule,
    .cost = &allreduce_linear_cost,
};

}  // namespace banyan::net
