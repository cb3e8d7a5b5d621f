// The Banyan reduction (docs/collectives.md): every rank is the root of its own tree. banyan_exchange.hpp has the
// schedule.
#include "banyan/net/collectives.hpp"
#include "libnet/collectives/collective_messages.hpp"
#include "libnet/collectives/scratch.hpp"
#include "libnet/schedules/banyan_exchange.hpp"

namespace banyan::net::detail {

namespace {
constexpr int last_phase = 63;  // the exchanges take 1 .. log2 p
}

namespace {

void reduce_everywhere(collective_messages& ch, std::span<std::byte> items, const combiner& op) {
    using kind = exchange_step::kind;
    const scratch theirs(items.size(), op.alignment);
    const auto combine = [&](bool theirs_left) {
        const std::byte* other = theirs.bytes().data();
        op.apply(op.op, theirs_left ? other : items.data(), theirs_left ? items.data() : other, items.data(),
                 items.size() / op.item_bytes);
    };
    int phase = 0;
    for (const exchange_step& step : banyan_exchange(ch.rank(), ch.size())) {
        switch (step.what) {
            case kind::fold_send:
                ch.send(step.partner, items, 0);
                break;
            case kind::fold_receive:
                ch.recv(step.partner, theirs.bytes(), 0);
                combine(step.partner_is_left);
                break;
            case kind::exchange:
                ch.exchange(step.partner, items, step.partner, theirs.bytes(), ++phase);
                combine(step.partner_is_left);
                break;
            case kind::unfold_send:
                ch.send(step.partner, items, last_phase);
                break;
            case kind::unfold_receive:
                ch.recv(step.partner, items, last_phase);
                break;
        }
    }
}

}  // namespace

void allreduce(const group& g, std::span<std::byte> items, const combiner& op, deadline until) {
    const collective_call call{collective_kind::allreduce, collective_call::no_root, items.size(), op.item_type,
                               op.operation};
    run_collective(g, call, until, [&](collective_messages& ch) { reduce_everywhere(ch, items, op); });
}

}  // namespace banyan::net::detail
