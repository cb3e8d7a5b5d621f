// Barrier by the Banyan exchange (also called recursive doubling): banyan_exchange.hpp with signals. It has as many
// rounds as dissemination if the number of ranks is a power of two. But both messages of a pair use one connection, so
// the system acknowledges each message with the other one and sends no separate packet. In dissemination a rank sends
// to one rank and receives from another.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/banyan_exchange.hpp"
#include "libnet/schedules/member_exchange.hpp"

namespace banyan::net {
namespace {

bool receives(exchange_step::kind what) {
    return what != exchange_step::kind::fold_send && what != exchange_step::kind::unfold_send;
}
bool sends(exchange_step::kind what) {
    return what != exchange_step::kind::fold_receive && what != exchange_step::kind::unfold_receive;
}

schedule barrier_banyan_exchange_schedule(const collective_shape& shape) {
    schedule_builder out;
    for (const exchange_step& now : banyan_exchange(shape.rank, shape.size)) {
        if (receives(now.what)) out.await_signal(now.partner);
        if (sends(now.what)) out.signal(now.partner);
        out.wait();
    }
    return out.finish();
}

algorithm_cost barrier_banyan_exchange_cost(const collective_shape& shape) {
    const algorithm_cost exchange = member_exchange_cost(shape.size, 1);
    return {exchange.rounds, exchange.messages, 0, 0, 0};
}

}  // namespace

const algorithm barrier_banyan_exchange{
    .kind = collective_kind::barrier,
    .name = "banyan-exchange",
    .summary = "exchange with rank xor 1, 2, 4, ...: few rounds, both directions of a connection",
    .standard_association = true,
    .fits = nullptr,
    .make = &barrier_banyan_exchange_schedule,
    .cost = &barrier_banyan_exchange_cost,
};

}  // namespace banyan::net
