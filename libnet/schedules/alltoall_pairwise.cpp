// Alltoall in p - 1 steps, in each of which a rank exchanges blocks with one partner: rank xor step if p is a power of
// two, otherwise it sends to rank + step and receives from rank - step. Every receiver has one sender in a step.
#include <bit>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/alltoall_cost.hpp"

namespace banyan::net {
namespace {

int receiver(int rank, int step, int size) {
    if (std::has_single_bit(static_cast<unsigned>(size))) return rank ^ step;
    return shifted_receiver(rank, step, size);
}

int sender(int rank, int step, int size) {
    if (std::has_single_bit(static_cast<unsigned>(size))) return rank ^ step;
    return shifted_receiver(rank, size - step, size);
}

schedule alltoall_pairwise_schedule(const collective_shape& shape) {
    schedule_builder out;
    const block_layout sent(shape.items, shape.counts), received(shape.items, shape.receive_counts);
    const auto to = [&](int rank) { return items_at{area::input, sent.first(rank), sent.count(rank)}; };
    const auto from = [&](int rank) { return items_at{area::output, received.first(rank), received.count(rank)}; };
    for (int step = 1; step < shape.size; ++step) {
        const int source = sender(shape.rank, step, shape.size), target = receiver(shape.rank, step, shape.size);
        out.receive(source, from(source));
        out.send(target, to(target));
        out.wait();
    }
    out.copy(to(shape.rank), from(shape.rank));
    return out.finish();
}

algorithm_cost alltoall_pairwise_cost(const collective_shape& shape) {
    return alltoall_cost(shape, &receiver);
}

constexpr algorithm alltoall_pairwise_record(collective_kind kind) {
    return {
        .kind = kind,
        .name = "pairwise",
        .summary = "p - 1 steps, in each an exchange with one partner: for long blocks",
        .standard_association = true,
        .fits = nullptr,
        .make = &alltoall_pairwise_schedule,
        .cost = &alltoall_pairwise_cost,
    };
}

}  // namespace

const algorithm alltoall_pairwise = alltoall_pairwise_record(collective_kind::alltoall);
const algorithm alltoall_varying_pairwise = alltoall_pairwise_record(collective_kind::alltoall_varying);

}  // namespace banyan::net
