#include "libnet/schedules/member_exchange.hpp"

#include "libnet/schedules/banyan_exchange.hpp"
#include "libnet/schedules/folded_cube.hpp"

namespace banyan::net {
namespace {

void add_step(schedule_builder& out, const exchange_step& now, int peer, items_at mine, items_at theirs) {
    switch (now.what) {
        case exchange_step::kind::fold_send:
        case exchange_step::kind::unfold_send:
            out.send(peer, mine);
            return out.wait();
        case exchange_step::kind::unfold_receive:
            out.receive(peer, mine);
            return out.wait();
        case exchange_step::kind::fold_receive:
            out.receive(peer, theirs);
            out.wait();
            return out.combine(mine, theirs, mine);
        case exchange_step::kind::exchange:
            out.receive(peer, theirs);
            out.send(peer, mine);
            out.wait();
            if (now.partner_is_left) return out.combine(theirs, mine, mine);
            return out.combine(mine, theirs, mine);
    }
}

}  // namespace

void add_member_exchange(schedule_builder& out, std::span<const int> ranks, int member, const items_at& mine) {
    const auto members = static_cast<int>(ranks.size());
    if (members == 1) return;
    const items_at theirs = out.scratch(mine.count);
    for (const exchange_step& now : banyan_exchange(member, members))
        add_step(out, now, ranks[static_cast<std::size_t>(now.partner)], mine, theirs);
}

algorithm_cost member_exchange_cost(int members, std::size_t items) {
    if (items == 0) return {};
    const folded_cube cube(members);
    const auto m = std::uint64_t{items}, steps = static_cast<std::uint64_t>(cube.dimension());
    const auto pairs = static_cast<std::uint64_t>(cube.pairs());
    const std::uint64_t rounds = steps + (pairs > 0 ? 2 : 0);
    const std::uint64_t messages = static_cast<std::uint64_t>(cube.indices()) * steps + 2 * pairs;
    return {static_cast<int>(rounds), messages, messages * m, rounds * m, (steps + (pairs > 0 ? 1 : 0)) * m};
}

}  // namespace banyan::net
