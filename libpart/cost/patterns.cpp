#include "banyan/part/patterns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "banyan/part/error.hpp"
#include "banyan/part/measured_network.hpp"
#include "banyan/part/stencil.hpp"
#include "libpart/model/owner_index.hpp"

namespace banyan::part {
namespace {

std::vector<int> processors_with_cells(const partition& parts) {
    std::vector<int> kept;
    for (int processor = 0; processor < parts.processors(); ++processor)
        if (parts.cells(processor) > 0) kept.push_back(processor);
    return kept;
}

constexpr auto whole_patterns = std::to_array<std::string_view>({"broadcast", "reduction", "random"});

void check_root(const partition& parts, int root) {
    if (root < 0 || root >= parts.processors() || parts.cells(root) == 0)
        throw error(fmt::format("pattern: processor {} as root, allowed: those of the {} processors that own cells",
                                root, parts.processors()));
}

/// The sum of times * cost on a `network` or a `measured_network`.
template <class Network>
double cost_of_phases(std::span<const phase> phases, const Network& net, std::int64_t item_bytes) {
    double sum = 0;
    for (const phase& each : phases) {
        if (!std::isfinite(each.times) || each.times < 0)
            throw error(fmt::format("phase: {} times in each iteration, allowed: finite numbers from 0", each.times));
        sum += each.times * communication_cost_s(each.sent, net, item_bytes);
    }
    return sum;
}

}  // namespace

communication broadcast_communication(const partition& parts, int root) {
    check_root(parts, root);
    std::vector<transfer> transfers;
    for (int processor : processors_with_cells(parts))
        if (processor != root) transfers.push_back({0, root, processor, 1});
    return {parts.processors(), 1, std::move(transfers)};
}

communication reduction_communication(const partition& parts, int root) {
    const communication reversed = broadcast_communication(parts, root);
    std::vector<transfer> transfers;
    for (const transfer& t : reversed.transfers())
        transfers.push_back({t.direction, t.to, t.from, t.items});
    return {parts.processors(), 1, std::move(transfers)};
}

std::span<const std::string_view> whole_pattern_names() {
    return whole_patterns;
}

communication communication_named(std::string_view pattern, const partition& parts) {
    if (pattern == "random") return random_communication(parts);
    if (pattern == "broadcast") return broadcast_communication(parts, processors_with_cells(parts).front());
    if (pattern == "reduction") return reduction_communication(parts, processors_with_cells(parts).front());
    return exact_communication(parts, stencil::parse(pattern));
}

double expected_random_items(const partition& parts, int from, int to) {
    const double share = static_cast<double>(parts.cells(to)) / static_cast<double>(parts.domain().cells());
    return static_cast<double>(parts.cells(from)) * share;
}

communication random_communication(const partition& parts) {
    const std::vector<int> kept = processors_with_cells(parts);
    std::vector<transfer> transfers;
    for (int from : kept)
        for (int to : kept)
            if (from != to)
                transfers.push_back(
                    {0, from, to, std::max<std::int64_t>(std::llround(expected_random_items(parts, from, to)), 1)});
    return {parts.processors(), 1, std::move(transfers)};
}

communication multicast_communication(const partition& parts, const cell_position& source,
                                      std::span<const cell_position> recipients) {
    const owner_index owner(parts);
    const int from = owner(source.row, source.col);
    std::vector<int> owners;
    for (const cell_position& cell : recipients)
        owners.push_back(owner(cell.row, cell.col));
    std::ranges::sort(owners);
    const auto twice = std::ranges::unique(owners);
    owners.erase(twice.begin(), twice.end());
    std::vector<transfer> transfers;
    for (int to : owners)
        if (to != from) transfers.push_back({0, from, to, 1});
    return {parts.processors(), 1, std::move(transfers)};
}

double communication_cost_s(std::span<const phase> phases, const network& net, std::int64_t item_bytes) {
    return cost_of_phases(phases, net, item_bytes);
}

double communication_cost_s(std::span<const phase> phases, const measured_network& net, std::int64_t item_bytes) {
    return cost_of_phases(phases, net, item_bytes);
}

}  // namespace banyan::part
