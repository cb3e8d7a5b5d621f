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

/// The network as one size class for messages of all sizes.
size_class rate_of(const network& net) {
    check_time("lambda", net.latency_s);
    check_time("tau", net.time_per_byte_s);
    return {0, net.latency_s, net.time_per_byte_s};
}

double check_bytes(double bytes) {
    if (!(bytes >= 0)) throw error(fmt::format("topology: {} bytes, allowed: numbers from 0", bytes));
    return bytes;
}

double broadcast_at(const topology& form, double bytes, const size_class& rate) {
    const double message = rate.latency_s + check_bytes(bytes) * rate.time_per_byte_s;
    switch (form.kind) {
        case topology_kind::single_network:
            return (form.processors - 1) * message;
        case topology_kind::mesh:
            return (form.networks - 2) * message;  // 2k - 2
        default:
            return std::bit_width(static_cast<unsigned>(form.processors - 1)) * message;
    }
}

double parallel_messages_at(int messages, int networks, double bytes, const size_class& rate) {
    within("networks", networks, 1, most_processors);
    within("messages", messages, 0, most_processors);
    const double transmission = check_bytes(bytes) * rate.time_per_byte_s;
    return messages == 0 ? 0 : rate.latency_s + transmission * messages / networks;
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
    return broadcast_at(form, bytes, rate_of(net));
}

double broadcast_s(const topology& form, double bytes, const measured_network& net) {
    return broadcast_at(form, bytes, net.at(bytes));
}

double parallel_messages_s(int messages, int networks, double bytes, const network& net) {
    return parallel_messages_at(messages, networks, bytes, rate_of(net));
}

double parallel_messages_s(int messages, int networks, double bytes, const measured_network& net) {
    return parallel_messages_at(messages, networks, bytes, net.at(bytes));
}

}  // namespace banyan::part
