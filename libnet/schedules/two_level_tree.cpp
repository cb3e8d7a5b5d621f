#include "libnet/schedules/two_level_tree.hpp"

#include <algorithm>

#include "libnet/schedules/host_groups.hpp"
#include "libnet/schedules/hypercube_tree.hpp"

namespace banyan::net {

two_level_tree::two_level_tree(const collective_shape& shape) {
    host_groups groups = group_by_host(shape.size, shape.host_of);
    const auto of_root = groups.hosts.begin() + groups.host_of[static_cast<std::size_t>(shape.root)];
    std::rotate(groups.hosts.begin(), of_root, of_root + 1);
    std::vector<int>& first = groups.hosts.front();
    const auto root = std::ranges::find(first, shape.root);
    std::rotate(first.begin(), root, root + 1);
    for (const std::vector<int>& members : groups.hosts) {
        begins_.push_back(static_cast<int>(ranks_.size()));
        ranks_.insert(ranks_.end(), members.begin(), members.end());
    }
    begins_.push_back(shape.size);
}

tree_place two_level_tree::place_of_rank(int rank) const {
    return place(static_cast<int>(std::ranges::find(ranks_, rank) - ranks_.begin()));
}

std::vector<tree_place> two_level_tree::places() const {
    std::vector<tree_place> all;
    for (int node = 0; node < begins_.back(); ++node)
        all.push_back(place(node));
    return all;
}

tree_place two_level_tree::place(int node) const {
    const auto begin_of = [this](int index) { return begins_[static_cast<std::size_t>(index)]; };
    const auto hosts = static_cast<int>(begins_.size()) - 1;
    const auto host = static_cast<int>(std::ranges::upper_bound(begins_, node) - begins_.begin()) - 1;
    const int leader = begin_of(host);
    tree_place found = renumbered(hypercube_place(node - leader, begin_of(host + 1) - leader),
                                  [leader](int member) { return leader + member; });
    if (node != leader) return found;
    const tree_place among_leaders = hypercube_place(host, hosts);
    if (among_leaders.parent) found.parent = begin_of(*among_leaders.parent);
    for (const int child : among_leaders.children)
        found.children.push_back(begin_of(child));
    found.extent = begin_of(host + among_leaders.extent) - node;
    return found;
}

}  // namespace banyan::net
