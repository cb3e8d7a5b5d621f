// The hosts of a group as numbers, for collective_shape::host_of.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "banyan/net/group.hpp"

namespace banyan::net {

/// The number of each rank's host, counted from 0 in the order of their first ranks. Equal on all ranks.
inline std::vector<int> host_numbers(const group& g) {
    std::vector<std::string_view> hosts;
    std::vector<int> numbers;
    for (int r = 0; r < g.size(); ++r) {
        const std::string_view name = g.host(rank{r});
        const auto known = std::ranges::find(hosts, name);
        numbers.push_back(static_cast<int>(known - hosts.begin()));
        if (known == hosts.end()) hosts.push_back(name);
    }
    return numbers;
}

}  // namespace banyan::net
