// Makes new groups: all ranks get (color, key, next free context) of all ranks and sort the list.
#include <algorithm>
#include <tuple>

#include "banyan/net/collectives.hpp"
#include "libnet/collectives/collective_plan.hpp"
#include "libnet/messaging/group_state.hpp"

namespace banyan::net {

namespace {

struct choice {
    int in_a_group;  // 1 or 0; without a group the color does not count
    int color;
    int key;
    int rank;
    std::uint32_t next_context;
};

}  // namespace

std::optional<group> group::split(std::optional<int> color, int key, deadline until) const {
    const choice mine{color ? 1 : 0, color.value_or(0), key, rank_.value, state_->contexts->next_free()};
    std::vector<choice> all(members_.size());
    run_part(*this,
             detail::arguments_for<choice>(collective_kind::allgather, std::as_bytes(std::span(&mine, 1)),
                                           std::as_writable_bytes(std::span(all))),
             collective_call{.kind = collective_kind::split}, until);

    // All colors use the same contexts: the new groups have no common member, so their messages cannot mix.
    const context_id first{std::ranges::max(all, {}, &choice::next_context).next_context};
    if (!color) return std::nullopt;
    state_->contexts->use(first);
    std::erase_if(all, [color](const choice& b) { return b.in_a_group == 0 || b.color != *color; });
    std::ranges::sort(
        all, [](const choice& a, const choice& b) { return std::tie(a.key, a.rank) < std::tie(b.key, b.rank); });

    std::vector<task_id> members;
    std::vector<std::string> hosts;
    for (const choice& b : all) {
        members.push_back(task(net::rank{b.rank}));
        hosts.push_back(host(net::rank{b.rank}));
    }
    return detail::group_state::make_subgroup(*this, std::move(members), std::move(hosts), first, true);
}

}  // namespace banyan::net
