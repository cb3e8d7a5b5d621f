// The duration of messages and combinations in a tree, if a node sends one message and receives one message at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/tree.hpp"

namespace banyan::net {

/// The places of all nodes in preorder numbers, parents before their children.
std::vector<tree_place> preorder_places(const tree& in, int nodes);
/// The places of all nodes, parents before their children.
std::vector<tree_place> places_by_level(const tree& in, int nodes);

/// The length of the message between a node and its parent, in any unit; 0: no message.
using edge_length = std::function<std::uint64_t(int node)>;
inline std::uint64_t one_round(int /*node*/) {
    return 1;
}

/// The time until all messages down the tree have arrived. A node sends to its last child first. `places`: parents
/// before their children, here and below.
std::uint64_t time_down(const std::vector<tree_place>& places, const edge_length& length);
/// The time until the root has received all messages. A node receives from its children in any order and then sends.
std::uint64_t time_up(const std::vector<tree_place>& places, const edge_length& length);
/// The time until the root has combined all values, if messages take no time and a combination takes one unit. A node
/// combines the values of its children in their order.
std::uint64_t combinations_up(const std::vector<tree_place>& places);

/// The cost of a broadcast down the hypercube tree or the folded hypercube tree: cube_dimension(nodes) rounds. A
/// reduction up the tree has the same messages.
algorithm_cost cube_tree_cost(int nodes, std::size_t items);

}  // namespace banyan::net
