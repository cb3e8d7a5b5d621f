// Broadcast of two levels: from the root to a leader of each other host, then on each host, both on hypercube trees.
// Each host receives the vector once. A rank sends to leaders before it sends to ranks of its own host. shape.segment
// gives the length of the segments; a rank sends a segment while it receives the next one.
#include <algorithm>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/host_groups.hpp"
#include "libnet/schedules/hypercube_tree.hpp"

namespace banyan::net {
namespace {

// The hosts with the root's first. The leader is the first rank of each: the root, or the lowest rank.
std::vector<std::vector<int>> hosts_from_root(const collective_shape& shape) {
    host_groups groups = group_by_host(shape.size, shape.host_of);
    const auto of_root = groups.hosts.begin() + groups.host_of[static_cast<std::size_t>(shape.root)];
    std::rotate(groups.hosts.begin(), of_root, of_root + 1);
    std::vector<int>& first = groups.hosts.front();
    const auto root = std::ranges::find(first, shape.root);
    std::rotate(first.begin(), root, root + 1);
    return std::move(groups.hosts);
}

struct rank_place {
    int parent = -1;  // -1: the root
    std::vector<int> children;
};

rank_place place_among(const std::vector<std::vector<int>>& hosts, int rank) {
    rank_place found;
    std::size_t host = 0;
    while (std::ranges::find(hosts[host], rank) == hosts[host].end())
        ++host;
    const std::vector<int>& members = hosts[host];
    if (members.front() == rank) {
        const tree_place leader = hypercube_place(static_cast<int>(host), static_cast<int>(hosts.size()));
        if (leader.parent) found.parent = hosts[static_cast<std::size_t>(*leader.parent)].front();
        for (auto child = leader.children.rbegin(); child != leader.children.rend(); ++child)
            found.children.push_back(hosts[static_cast<std::size_t>(*child)].front());
    }
    const auto me = static_cast<int>(std::ranges::find(members, rank) - members.begin());
    const tree_place member = hypercube_place(me, static_cast<int>(members.size()));
    if (member.parent) found.parent = members[static_cast<std::size_t>(*member.parent)];
    for (auto child = member.children.rbegin(); child != member.children.rend(); ++child)
        found.children.push_back(members[static_cast<std::size_t>(*child)]);
    return found;
}

std::size_t segments_of(const collective_shape& shape) {
    if (shape.items == 0) return 0;
    return shape.segment == 0 ? 1 : (shape.items + shape.segment - 1) / shape.segment;
}

items_at segment_items(const collective_shape& shape, std::size_t index) {
    if (shape.segment == 0) return {area::output, 0, shape.items};
    const std::size_t begin = index * shape.segment;
    return {area::output, begin, std::min(shape.segment, shape.items - begin)};
}

schedule broadcast_two_level_schedule(const collective_shape& shape) {
    schedule_builder out;
    const rank_place place = place_among(hosts_from_root(shape), shape.rank);
    const std::size_t segments = segments_of(shape);
    std::size_t received = 0;  // transfers up to the receive of the next segment
    const auto receive = [&](std::size_t index) {
        out.receive(place.parent, segment_items(shape, index));
        received = out.transfers();
    };
    if (place.parent >= 0 && segments > 0) receive(0);
    for (std::size_t i = 0; i < segments; ++i) {
        if (place.parent >= 0) {
            out.wait_for(received);
            if (i + 1 < segments) receive(i + 1);
        }
        for (const int child : place.children)
            out.send(child, segment_items(shape, i));
    }
    return out.finish();
}

struct tree_rounds {
    int depth = 0;   // rounds until the last rank has one segment
    int fanout = 0;  // most messages of a rank
};

tree_rounds rounds_of(const std::vector<std::vector<int>>& hosts) {
    tree_rounds found;
    const int count = static_cast<int>(hosts.size());
    std::vector<int> arrived(hosts.size(), 0);
    for (int host = 0; host < count; ++host) {
        const std::vector<int> children = hypercube_place(host, count).children;
        int sent = 0;
        for (auto child = children.rbegin(); child != children.rend(); ++child)
            arrived[static_cast<std::size_t>(*child)] = arrived[static_cast<std::size_t>(host)] + ++sent;
        const int on_host = cube_dimension(static_cast<int>(hosts[static_cast<std::size_t>(host)].size()));
        found.depth = std::max(found.depth, arrived[static_cast<std::size_t>(host)] + sent + on_host);
        found.fanout = std::max(found.fanout, sent + on_host);
    }
    return found;
}

algorithm_cost broadcast_two_level_cost(const collective_shape& shape) {
    const std::size_t segments = segments_of(shape);
    if (segments == 0 || shape.size == 1) return {};
    const tree_rounds rounds = rounds_of(hosts_from_root(shape));
    const auto depth = static_cast<std::uint64_t>(rounds.depth), fanout = static_cast<std::uint64_t>(rounds.fanout);
    const auto receivers = static_cast<std::uint64_t>(shape.size - 1);
    // The rank with most messages sends all segments; the last segment may be shorter than the others.
    return {static_cast<int>(depth + (segments - 1) * fanout), receivers * segments, receivers * shape.items,
            fanout * shape.items + (depth - fanout) * segment_items(shape, 0).count, 0};
}

}  // namespace

const algorithm broadcast_two_level{
    .kind = collective_kind::broadcast,
    .name = "two-level",
    .summary = "to a leader of each host, then on each host, in segments: each host receives the vector once",
    .standard_association = true,
    .fits = nullptr,
    .make = &broadcast_two_level_schedule,
    .cost = &broadcast_two_level_cost,
};

}  // namespace banyan::net
