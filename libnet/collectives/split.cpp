// Groups from groups: gather (color, key, next free context) to rank 0, broadcast them all, sort.
#include <algorithm>
#include <tuple>

#include "banyan/net/collectives.hpp"
#include "libnet/runtime/group_state.hpp"

namespace banyan::net {

namespace {

struct ballot {
    int color;
    int key;
    int rank;
    std::uint32_t next_context;
};

}  // namespace

group group::split(int color, int key, deadline until) const {
    detail::context_counter& contexts = *state_->contexts;
    const std::vector mine{ballot{color, key, rank_.value, contexts.next.load()}};
    std::vector<ballot> all(members_.size());
    gather(*this, mine, all, net::rank{0}, until);
    broadcast(*this, all, net::rank{0}, until);

    // The same numbers serve all colors: groups that share no member cannot meet.
    const std::uint32_t first = std::ranges::max(all, {}, &ballot::next_context).next_context;
    contexts.raise(first + detail::contexts_per_group);
    std::erase_if(all, [color](const ballot& b) { return b.color != color; });
    std::ranges::sort(
        all, [](const ballot& a, const ballot& b) { return std::tie(a.key, a.rank) < std::tie(b.key, b.rank); });

    std::vector<task_id> members;
    std::vector<std::string> hosts;
    for (const ballot& b : all) {
        members.push_back(task(net::rank{b.rank}));
        hosts.push_back(host(net::rank{b.rank}));
    }
    return detail::group_state::make_subgroup(*this, std::move(members), std::move(hosts), context_id{first});
}

}  // namespace banyan::net
