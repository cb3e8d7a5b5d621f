// The ranks of a group by host, for the algorithms of two levels. Pure.
#pragma once

#include <span>
#include <vector>

#include "libnet/schedules/collective_shape.hpp"

namespace banyan::net {

struct host_groups {
    /// The ranks of each host, ascending. Hosts are in the order of their lowest rank, which is the host's leader.
    std::vector<std::vector<int>> hosts;
    std::vector<int> host_of;  ///< index into `hosts` of each rank

    [[nodiscard]] const std::vector<int>& host_of_rank(int rank) const {
        return hosts[static_cast<std::size_t>(host_of[static_cast<std::size_t>(rank)])];
    }
    [[nodiscard]] std::vector<int> leaders() const;
    /// The place of a rank among the ranks of its host.
    [[nodiscard]] int member_of(int rank) const;
    /// True if the ranks of every host are consecutive.
    [[nodiscard]] bool consecutive() const;
};

/// `host_of`: as in collective_shape; empty: one host.
host_groups group_by_host(int size, std::span<const int> host_of);

/// True if a reduction may combine the items of each host first: the operation commutes, or the ranks of every host are
/// consecutive.
bool may_combine_by_host(const collective_shape& shape);

}  // namespace banyan::net
