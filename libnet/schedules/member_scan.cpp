#include "libnet/schedules/member_scan.hpp"

#include "libnet/schedules/hypercube_tree.hpp"

namespace banyan::net {
namespace {

int member_rank(std::span<const int> ranks, int member) {
    return ranks[static_cast<std::size_t>(member)];
}

// The messages of both scans, without combinations.
algorithm_cost doubling_cost(int members, std::size_t items) {
    if (items == 0) return {};
    algorithm_cost cost;
    cost.rounds = cube_dimension(members);
    for (int distance = 1; distance < members; distance *= 2)
        cost.messages += static_cast<std::uint64_t>(members - distance);
    cost.items = cost.messages * items;
    cost.path_items = static_cast<std::uint64_t>(cost.rounds) * items;
    return cost;
}

// The number of combinations one after another in an exclusive scan: two for each step but the first, and one less if
// no member receives in the step before the last one and sends in the last one.
int combined_on_path(int members) {
    const int steps = cube_dimension(members);
    return steps < 2 ? 0 : 2 * (steps - 1) - (4 * members <= 3 << steps);
}

}  // namespace

void add_member_scan(schedule_builder& out, std::span<const int> ranks, int member, const items_at& mine) {
    const auto members = static_cast<int>(ranks.size());
    const items_at theirs = member > 0 ? out.scratch(mine.count) : items_at{};
    for (int distance = 1; distance < members; distance *= 2) {
        const bool receives = member >= distance;
        if (receives) out.receive(member_rank(ranks, member - distance), theirs);
        if (member + distance < members) out.send(member_rank(ranks, member + distance), mine);
        out.wait();
        if (receives) out.combine(theirs, mine, mine);
    }
}

algorithm_cost member_scan_cost(int members, std::size_t items) {
    algorithm_cost total = doubling_cost(members, items);
    total.path_combined = total.path_items;
    return total;
}

void add_member_exclusive_scan(schedule_builder& out, std::span<const int> ranks, int member, const items_at& own,
                               const items_at& result) {
    const auto members = static_cast<int>(ranks.size());
    items_at mine = own;  // the combination of the 2^k members that end with this one
    const items_at theirs = member > 1 ? out.scratch(own.count) : items_at{};
    for (int distance = 1; distance < members; distance *= 2) {
        const int from = member - distance, to = member + distance;
        const items_at received = distance == 1 ? result : theirs;
        if (from >= 0) out.receive(member_rank(ranks, from), received);
        if (to < members) out.send(member_rank(ranks, to), mine);
        out.wait();
        if (from < 0) continue;
        if (distance > 1) out.combine(theirs, result, result);
        if (member + 2 * distance >= members) continue;  // it sends no more
        const items_at wider = distance == 1 ? out.scratch(own.count) : mine;
        out.combine(received, mine, wider);
        mine = wider;
    }
}

algorithm_cost member_exclusive_scan_cost(int members, std::size_t items) {
    algorithm_cost total = doubling_cost(members, items);
    total.path_combined = static_cast<std::uint64_t>(combined_on_path(members)) * items;
    return total;
}

}  // namespace banyan::net
