#include "libnet/schedules/host_groups.hpp"

#include <algorithm>
#include <map>

namespace banyan::net {

std::vector<int> host_groups::leaders() const {
    std::vector<int> first;
    for (const std::vector<int>& members : hosts)
        first.push_back(members.front());
    return first;
}

int host_groups::member_of(int rank) const {
    const std::vector<int>& members = host_of_rank(rank);
    return static_cast<int>(std::ranges::find(members, rank) - members.begin());
}

bool host_groups::consecutive() const {
    return std::ranges::is_sorted(host_of);
}

host_groups group_by_host(int size, std::span<const int> host_of) {
    host_groups groups;
    std::map<int, int> index_of;
    for (int rank = 0; rank < size; ++rank) {
        const int number = host_of.empty() ? 0 : host_of[static_cast<std::size_t>(rank)];
        const auto [known, is_new] = index_of.emplace(number, static_cast<int>(groups.hosts.size()));
        if (is_new) groups.hosts.emplace_back();
        groups.hosts[static_cast<std::size_t>(known->second)].push_back(rank);
        groups.host_of.push_back(known->second);
    }
    return groups;
}

bool may_combine_by_host(const collective_shape& shape) {
    return shape.commutative || group_by_host(shape.size, shape.host_of).consecutive();
}

}  // namespace banyan::net
