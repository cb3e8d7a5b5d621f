// The messages between hosts in the schedules of all ranks.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "libnet/schedules/algorithm.hpp"

namespace banyan::testing {

/// The host of the rank of each step of kind `what` whose peer is on another host, sorted. `hosts`: one per rank.
inline std::vector<int> hosts_with_messages_between(const net::algorithm& how,
                                                    const std::function<net::collective_shape(int rank)>& shape_of,
                                                    const std::vector<int>& hosts, net::step::kind what) {
    std::vector<int> found;
    for (int rank = 0; rank < static_cast<int>(hosts.size()); ++rank)
        for (const net::step& now : how.make(shape_of(rank)).steps)
            if (const int host = hosts[static_cast<std::size_t>(rank)];
                now.what == what && hosts[static_cast<std::size_t>(now.peer)] != host)
                found.push_back(host);
    std::ranges::sort(found);
    return found;
}

}  // namespace banyan::testing
