#include "banyan/part/papers/topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "banyan/part/error.hpp"
#include "libpart/cost/network_checks.hpp"

namespace banyan::part {
namespace {

int within(const char* what, int value, int low, int high) {
    if (value < low || value > high)
        throw error(fmt::format("topology: {} {}, allowed: {} to {}", what, value, low, high));
    return value;
}

constexpr int most_processors = 1 << 24;

std::vector<std::vector<int>> networks_of_cube(int processors) {
    const int k = std::bit_width(static_cast<unsigned>(processors)) - 1;
    if (k < 3) return networks_of(single_network(processors));
    std::vector<std::vector<int>> networks;
    for (int axis = 0; axis < k; ++axis) {
        const int one = 1 << axis;
        const int other = 1 << (axis + 1) % k;
        for (int corner = 0; corner < processors; ++corner) {
            if ((corner & (one | other)) != 0) continue;
            std::vector<int> face{corner, corner | one, corner | other, corner | one | other};
            std::ranges::sort(face);
            networks.push_back(std::move(face));
        }
    }
    return networks;
}

std::vector<std::vector<int>> networks_of_mesh(int processors) {
    const int k = static_cast<int>(std::lround(std::sqrt(processors)));
    std::vector<std::vector<int>> networks(2 * static_cast<std::size_t>(k));
    for (int processor = 0; processor < processors; ++processor) {
        networks[static_cast<std::size_t>(processor / k)].push_back(processor);
        networks[static_cast<std::size_t>(k + processor % k)].push_back(processor);
    }
    return networks;
}

double message_s(double bytes, const network& net) {
    check_time("lambda", net.latency_s);
    check_time("tau", net.time_per_byte_s);
    if (!(bytes >= 0)) throw error(fmt::format("topology: {} bytes, allowed: numbers from 0", bytes));
    return net.latency_s + bytes * net.time_per_byte_s;
}

}  // namespace

topology single_network(int p) {
    return {topology_kind::single_network, within("processors", p, 1, most_processors), 1, 1, 1, 1};
}

topology completely_connected(int p) {
    return {topology_kind::completely_connected, within("processors", p, 1, most_processors), p, 1, p, p};
}

topology cube_connected(int k) {
    const int processors = 1 << within("dimensions", k, 1, 24);
    if (k < 3) return {topology_kind::cube_connected, processors, 1, 1, 1, 1};
    return {topology_kind::cube_connected, processors, k * processors / 4, (k + 1) / 2, processors / 2, k};
}

topology mesh_of_networks(int k) {
    within("side of the mesh", k, 2, 4096);
    return {topology_kind::mesh, k * k, 2 * k, 2, k, 2};
}

std::vector<std::vector<int>> networks_of(const topology& form) {
    if (form.kind == topology_kind::cube_connected) return networks_of_cube(form.processors);
    if (form.kind == topology_kind::mesh) return networks_of_mesh(form.processors);
    std::vector<int> all(static_cast<std::size_t>(form.processors));
    std::iota(all.begin(), all.end(), 0);
    return std::vector(static_cast<std::size_t>(form.networks), all);
}

double broadcast_s(const topology& form, double bytes, const network& net) {
    const double message = message_s(bytes, net);
    switch (form.kind) {
        case topology_kind::single_network:
            return (form.processors - 1) * message;
        case topology_kind::mesh:
            return (form.networks - 2) * message;  // 2k - 2
        default:
            return std::bit_width(static_cast<unsigned>(form.processors - 1)) * message;
    }
}

double parallel_messages_s(int messages, int networks, double bytes, const network& net) {
    within("networks", networks, 1, most_processors);
    within("messages", messages, 0, most_processors);
    const double one = message_s(bytes, net);
    if (messages == 0) return 0;
    return net.latency_s + (one - net.latency_s) * messages / networks;
}

}  // namespace banyan::part
