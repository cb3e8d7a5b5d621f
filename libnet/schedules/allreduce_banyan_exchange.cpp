// Allreduce by the Banyan exchange (the nCUBE globalsum, also called recursive doubling): banyan_exchange.hpp. The
// order of the ranks is kept, and all ranks compute the same value, bit for bit.
#include <bit>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/banyan_exchange.hpp"
#include "libnet/schedules/hypercube_tree.hpp"

namespace banyan::net {
namespace {

void add_step(schedule_builder& out, const exchange_step& now, items_at mine, items_at theirs) {
    switch (now.what) {
        case exchange_step::kind::fold_send:
        case exchange_step::kind::unfold_send:
            out.send(now.partner, mine);
            return out.wait();
        case exchange_step::kind::unfold_receive:
            out.receive(now.partner, mine);
            return out.wait();
        case exchange_step::kind::fold_receive:
            out.receive(now.partner, theirs);
            out.wait();
            return out.combine(mine, theirs, mine);
        case exchange_step::kind::exchange:
            out.receive(now.partner, theirs);
            out.send(now.partner, mine);
            out.wait();
            if (now.partner_is_left) return out.combine(theirs, mine, mine);
            return out.combine(mine, theirs, mine);
    }
}

schedule make(const collective_shape& shape) {
    schedule_builder out;
    const items_at mine{area::output, 0, shape.items};
    out.copy({area::input, 0, shape.items}, mine);
    if (shape.size == 1) return out.finish();
    const items_at theirs = out.scratch(shape.items);
    for (const exchange_step& now : banyan_exchange(shape.rank, shape.size))
        add_step(out, now, mine, theirs);
    return out.finish();
}

algorithm_cost cost(const collective_shape& shape) {
    const auto m = std::uint64_t{shape.items};
    if (m == 0) return {};
    const auto cube = std::bit_floor(static_cast<unsigned>(shape.size));
    const auto folded = static_cast<unsigned>(shape.size) - cube;
    const auto exchanges = static_cast<unsigned>(cube_dimension(static_cast<int>(cube)));
    const unsigned rounds = exchanges + (folded > 0 ? 2 : 0);
    const auto messages = std::uint64_t{cube} * exchanges + 2 * std::uint64_t{folded};
    return {static_cast<int>(rounds), messages, messages * m, rounds * m, (exchanges + (folded > 0 ? 1 : 0)) * m};
}

}  // namespace

const algorithm allreduce_banyan_exchange{
    .kind = collective_kind::allreduce,
    .name = "banyan-exchange",
    .summary = "exchange with rank xor 1, 2, 4, ...: few rounds, for short vectors",
    .standard_association = true,
    .fits = nullptr,
    .make = &make,
    .cost = &cost,
};

}  // namespace banyan::net
