// The tree of two levels over the ranks of a group: a hypercube tree on each host, and a hypercube tree of the leaders
// of the hosts. Pure.
#pragma once

#include <vector>

#include "libnet/schedules/collective_shape.hpp"
#include "libnet/schedules/tree.hpp"

namespace banyan::net {

/// The tree of a call with a root. The root is the leader of its host; the leader of another host is its lowest rank.
/// The nodes are numbered host by host, each host from its leader on, and the host of the root is the first. So a
/// subtree holds consecutive nodes. The children of a leader are those on its host, then leaders of other hosts.
class two_level_tree {
  public:
    /// Of `shape`, only size, root and hosts are used.
    explicit two_level_tree(const collective_shape& shape);

    /// The rank of each node.
    [[nodiscard]] const std::vector<int>& ranks() const { return ranks_; }
    /// The place of a rank. All numbers in it are nodes.
    [[nodiscard]] tree_place place_of_rank(int rank) const;
    /// The places of all nodes in their order: parents before their children.
    [[nodiscard]] std::vector<tree_place> places() const;

  private:
    [[nodiscard]] tree_place place(int node) const;

    std::vector<int> ranks_;
    std::vector<int> begins_;  // the leader of each host, as a node; at the end the number of nodes
};

}  // namespace banyan::net
