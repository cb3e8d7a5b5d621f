#include "libnet/schedules/schedule.hpp"

#include <utility>

namespace banyan::net {

items_at schedule_builder::scratch(std::size_t count) {
    const items_at items{area::scratch, made_.scratch_items, count};
    made_.scratch_items += count;
    return items;
}

void schedule_builder::add_transfer(step::kind what, int peer, items_at items) {
    made_.steps.push_back({.what = what, .peer = peer});
    (what == step::kind::send ? made_.steps.back().from : made_.steps.back().to) = items;
    ++transfers_;
}

void schedule_builder::send(int peer, items_at from) {
    if (from.count > 0) add_transfer(step::kind::send, peer, from);
}

void schedule_builder::receive(int peer, items_at to) {
    if (to.count > 0) add_transfer(step::kind::receive, peer, to);
}

void schedule_builder::signal(int peer) {
    add_transfer(step::kind::send, peer, {});
}

void schedule_builder::await_signal(int peer) {
    add_transfer(step::kind::receive, peer, {area::output, 0, 0});
}

void schedule_builder::wait() {
    wait_for(transfers_);
}

void schedule_builder::wait_for(std::size_t transfers) {
    if (transfers <= waited_for_) return;
    waited_for_ = transfers;
    made_.steps.push_back({.what = step::kind::wait, .transfers = transfers});
}

void schedule_builder::combine(items_at left, items_at right, items_at to) {
    if (to.count > 0) made_.steps.push_back({.what = step::kind::combine, .from = left, .right = right, .to = to});
}

void schedule_builder::copy(items_at from, items_at to) {
    if (to.count > 0 && from != to) made_.steps.push_back({.what = step::kind::copy, .from = from, .to = to});
}

schedule schedule_builder::finish() {
    wait();
    return std::move(made_);
}

}  // namespace banyan::net
