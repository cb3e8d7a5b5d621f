// Alltoall with all transfers together. Each rank sends to rank + 1, rank + 2, ..., so that the ranks begin with
// different receivers.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/alltoall_cost.hpp"

namespace banyan::net {
namespace {

schedule alltoall_linear_schedule(const collective_shape& shape) {
    schedule_builder out;
    const block_layout sent(shape.items, shape.counts), received(shape.items, shape.receive_counts);
    for (int i = 1; i < shape.size; ++i) {
        const int source = shifted_receiver(shape.rank, shape.size - i, shape.size);
        out.receive(source, {area::output, received.first(source), received.count(source)});
    }
    for (int i = 1; i < shape.size; ++i) {
        const int target = shifted_receiver(shape.rank, i, shape.size);
        out.send(target, {area::input, sent.first(target), sent.count(target)});
    }
    out.copy({area::input, sent.first(shape.rank), sent.count(shape.rank)},
             {area::output, received.first(shape.rank), received.count(shape.rank)});
    return out.finish();
}

algorithm_cost alltoall_linear_cost(const collective_shape& shape) {
    return alltoall_cost(shape, &shifted_receiver);
}

constexpr algorithm alltoall_linear_record(collective_kind kind) {
    return {
        .kind = kind,
        .name = "linear",
        .summary = "each rank sends its blocks to all others at the same time: for few ranks",
        .standard_association = true,
        .fits = nullptr,
        .make = &alltoall_linear_schedule,
        .cost = &alltoall_linear_cost,
    };
}

}  // namespace

const algorithm alltoall_linear = alltoall_linear_record(collective_kind::alltoall);
const algorithm alltoall_varying_linear = alltoall_linear_record(collective_kind::alltoall_varying);

}  // namespace banyan::net
