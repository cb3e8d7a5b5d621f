#include "libnet/schedules/host_spread.hpp"

#include <algorithm>
#include <vector>

namespace banyan::net {

host_spread spread_of(const collective_shape& shape) {
    if (shape.host_of.empty()) return {shape.size, 1, shape.size};
    std::vector<int> hosts(shape.host_of.begin(), shape.host_of.end());
    std::ranges::sort(hosts);
    host_spread found{shape.size, 0, 0};
    for (auto begin = hosts.begin(); begin != hosts.end();) {
        const auto end = std::ranges::upper_bound(begin, hosts.end(), *begin);
        ++found.hosts;
        found.most_on_one = std::max(found.most_on_one, static_cast<int>(end - begin));
        begin = end;
    }
    return found;
}

}  // namespace banyan::net
