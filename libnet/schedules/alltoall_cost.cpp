#include "libnet/schedules/alltoall_cost.hpp"

#include "libnet/schedules/cost_sums.hpp"

namespace banyan::net {
namespace {

algorithm_cost cost_of_matrix(const collective_shape& shape, int (*receiver)(int rank, int step, int size)) {
    round_costs rounds;
    for (int step = 1; step < shape.size; ++step) {
        for (int rank = 0; rank < shape.size; ++rank) {
            const int place = rank * shape.size + receiver(rank, step, shape.size);
            rounds.message(shape.matrix[static_cast<std::size_t>(place)]);
        }
        rounds.end_round();
    }
    return rounds.sum();
}

}  // namespace

algorithm_cost alltoall_cost(const collective_shape& shape, int (*receiver)(int rank, int step, int size)) {
    if (!shape.matrix.empty()) return cost_of_matrix(shape, receiver);
    const block_layout sent(shape.items, shape.counts);
    const auto ranks = static_cast<std::uint64_t>(shape.size);
    round_costs rounds;
    for (int step = 1; step < shape.size; ++step) {
        rounds.messages(ranks, sent.count(receiver(shape.rank, step, shape.size)));
        rounds.end_round();
    }
    return rounds.sum();
}

}  // namespace banyan::net
