// Allreduce by the Banyan exchange (the nCUBE globalsum, also called recursive doubling): member_exchange.hpp. The
// order of the ranks is kept, and all ranks compute the same value, bit for bit. It defines the standard association.
#include <numeric>
#include <vector>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/member_exchange.hpp"

namespace banyan::net {
namespace {

schedule allreduce_banyan_exchange_schedule(const collective_shape& shape) {
    schedule_builder out;
    const items_at mine{area::output, 0, shape.items};
    out.copy({area::input, 0, shape.items}, mine);
    std::vector<int> ranks(static_cast<std::size_t>(shape.size));
    std::iota(ranks.begin(), ranks.end(), 0);
    add_member_exchange(out, ranks, shape.rank, mine);
    return out.finish();
}

algorithm_cost allreduce_banyan_exchange_cost(const collective_shape& shape) {
    return member_exchange_cost(shape.size, shape.items);
}

}  // namespace

const algorithm allreduce_banyan_exchange{
    .kind = collective_kind::allreduce,
    .name = "banyan-exchange",
    .summary = "exchange with rank xor 1, 2, 4, ...: few rounds, for short vectors",
    .standard_association = true,
    .fits = nullptr,
    .make = &allreduce_banyan_exchange_schedule,
    .cost = &allreduce_banyan_exchange_cost,
};

}  // namespace banyan::net
