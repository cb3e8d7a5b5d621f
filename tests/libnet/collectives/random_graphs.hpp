// Random directed graphs of ranks for the tests of topologies. All ranks make the same ones.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "banyan/net/topology.hpp"

namespace banyan::testing {

/// The destinations of every rank.
using destination_lists = std::vector<std::vector<net::rank>>;

/// A rank may be its own neighbour, and may have no neighbour.
inline destination_lists random_graph(std::mt19937& random, int size) {
    destination_lists all(static_cast<std::size_t>(size));
    for (auto& list : all) {
        for (int r = 0; r < size; ++r)
            if (random() % 2 == 0) list.emplace_back(r);
        std::shuffle(list.begin(), list.end(), random);
    }
    return all;
}

inline net::rank_list destinations_of(const destination_lists& all, int from) {
    return net::rank_list(all[static_cast<std::size_t>(from)]);
}

/// In descending order.
inline net::rank_list sources_of(const destination_lists& all, int to) {
    std::vector<net::rank> found;
    for (int r = static_cast<int>(all.size()); r-- > 0;)
        if (destinations_of(all, r).contains(net::rank{to})) found.emplace_back(r);
    return net::rank_list(found);
}

/// The topology of this rank. Collective.
inline net::graph_topology topology_of(const net::group& world, const destination_lists& all, net::deadline until) {
    const int me = world.rank().value;
    return net::graph_topology::directed(world, sources_of(all, me), destinations_of(all, me), until);
}

}  // namespace banyan::testing
