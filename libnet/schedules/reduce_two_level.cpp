// Reduce of two levels: the ranks of each host reduce to a leader, and the leaders to the root. If the operation
// commutes, the root is the leader of its host, and the leaders reduce to it. Otherwise the order of the ranks is kept:
// the leaders reduce to rank 0, which sends the result to the root.
#include <algorithm>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/host_groups.hpp"
#include "libnet/schedules/member_tree.hpp"

namespace banyan::net {
namespace {

// The rank that gets the result first.
int top_rank(const collective_shape& shape) {
    return shape.commutative ? shape.root : 0;
}

void move_to_front(std::vector<int>& ranks, int rank) {
    const auto found = std::ranges::find(ranks, rank);
    if (found != ranks.end()) std::rotate(ranks.begin(), found, found + 1);
}

// `ranks` with the top rank first.
std::vector<int> with_top_first(std::vector<int> ranks, const collective_shape& shape) {
    move_to_front(ranks, top_rank(shape));
    return ranks;
}

std::vector<int> leaders_of(const host_groups& groups, const collective_shape& shape) {
    std::vector<int> leaders;
    for (const std::vector<int>& members : groups.hosts)
        leaders.push_back(with_top_first(members, shape).front());
    return with_top_first(leaders, shape);
}

int position(const std::vector<int>& ranks, int rank) {
    return static_cast<int>(std::ranges::find(ranks, rank) - ranks.begin());
}

schedule reduce_two_level_schedule(const collective_shape& shape) {
    schedule_builder out;
    const host_groups groups = group_by_host(shape.size, shape.host_of);
    const std::vector<int> members = with_top_first(groups.host_of_rank(shape.rank), shape);
    const int top = top_rank(shape);
    const items_at input{area::input, 0, shape.items}, output{area::output, 0, shape.items};
    const items_at work = shape.rank == shape.root ? output : items_at{area::scratch, 0, 0};
    items_at value = add_member_reduce(out, members, position(members, shape.rank), input, work);
    if (members.front() == shape.rank) {
        const std::vector<int> leaders = leaders_of(groups, shape);
        value = add_member_reduce(out, leaders, position(leaders, shape.rank), value, value == input ? work : value);
    }
    if (top == shape.root) {
        if (shape.rank == top) out.copy(value, output);
        return out.finish();
    }
    if (shape.rank == top) out.send(shape.root, value);
    if (shape.rank == shape.root) out.receive(top, output);
    return out.finish();
}

algorithm_cost reduce_two_level_cost(const collective_shape& shape) {
    const host_groups groups = group_by_host(shape.size, shape.host_of);
    algorithm_cost on_hosts;
    for (const std::vector<int>& members : groups.hosts)
        on_hosts = side_by_side(on_hosts, member_reduce_cost(static_cast<int>(members.size()), shape.items));
    const algorithm_cost total =
        in_sequence(on_hosts, member_reduce_cost(static_cast<int>(groups.hosts.size()), shape.items));
    if (top_rank(shape) == shape.root || shape.items == 0) return total;
    return in_sequence(total, {1, 1, shape.items, shape.items, 0});
}

}  // namespace

const algorithm reduce_two_level{
    .kind = collective_kind::reduce,
    .name = "two-level",
    .summary = "on each host, then between hosts; needs an operation that commutes or hosts of consecutive ranks",
    .standard_association = false,
    .fits = &may_combine_by_host,
    .make = &reduce_two_level_schedule,
    .cost = &reduce_two_level_cost,
};

}  // namespace banyan::net
