#include "banyan/part/papers/event_horizon.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "banyan/part/error.hpp"
#include "banyan/part/grid.hpp"
#include "libpart/cost/network_checks.hpp"

namespace banyan::part {
namespace {

void check_horizon_processors(int processors) {
    if (processors < 1) throw error(fmt::format("event horizon: {} processors, allowed: at least 1", processors));
}

/// Seconds by which blocks are faster than rows on a grid of n x n cells: at_zero_s + n * per_cell_s.
struct gain_of_blocks {
    double at_zero_s;
    double per_cell_s;

    [[nodiscard]] double at(double side) const { return at_zero_s + side * per_cell_s; }
};

/// The gain, with the size classes that apply to messages on a grid of this side n. Rows send n items in two
/// directions, blocks send n / sqrt p items in four.
gain_of_blocks gain_from(double side, double processors, double item_bytes, const measured_network& net) {
    const double blocks_a_side = std::sqrt(processors);
    const size_class& of_row = net.at(item_bytes * side);
    const size_class& of_block = net.at(item_bytes * side / blocks_a_side);
    return {2 * of_row.latency_s - 4 * of_block.latency_s,
            processors * item_bytes * (2 * of_row.time_per_byte_s - 4 * of_block.time_per_byte_s / blocks_a_side)};
}

/// The sides, in ascending order, at which the size class of the message of a row or of a block may change. Rounding
/// may move a change to the next side.
std::vector<double> changes_of_class(double processors, double item_bytes, const measured_network& net) {
    std::vector<double> sides{1};
    for (const size_class& each : net.classes()) {
        for (const double parts : {1.0, std::sqrt(processors)}) {
            const double change = std::ceil(each.from_bytes * parts / item_bytes);
            for (const double side : {change - 1, change, change + 1})
                if (side > 1) sides.push_back(side);
        }
    }
    std::ranges::sort(sides);
    return sides;
}

/// The smallest side in first .. last with a gain above zero.
std::optional<double> first_side_with_gain(const gain_of_blocks& gain, double first, double last) {
    if (first > last) return std::nullopt;
    if (gain.at(first) > 0) return first;
    if (!(gain.per_cell_s > 0)) return std::nullopt;
    const double side = std::max(first, std::floor(-gain.at_zero_s / gain.per_cell_s) + 1);
    return side <= last ? std::optional(side) : std::nullopt;
}

}  // namespace

double horizon_latency_s(double processors, double side, double item_bytes, double time_per_byte_s) {
    return processors * item_bytes * side * time_per_byte_s * (1 - 2 / std::sqrt(processors));
}

std::optional<std::int64_t> horizon_side(int processors, std::int64_t item_bytes, const network& net) {
    check_network(net, item_bytes);
    check_horizon_processors(processors);
    if (processors < 5) return std::nullopt;
    const double per_cell = horizon_latency_s(processors, 1, static_cast<double>(item_bytes), net.time_per_byte_s);
    const double side = std::floor(net.latency_s / per_cell) + 1;
    if (!(side <= static_cast<double>(grid::max_side))) return std::nullopt;
    return static_cast<std::int64_t>(side);
}

std::optional<std::int64_t> horizon_side(int processors, std::int64_t item_bytes, const measured_network& net) {
    if (net.kind() != medium::shared) throw error("event horizon: needs a shared network, got a switched one");
    check_item_bytes(item_bytes);
    check_horizon_processors(processors);
    if (processors == 1) return std::nullopt;
    const auto bytes = static_cast<double>(item_bytes);
    const auto most = static_cast<double>(grid::max_side);
    const auto sides = changes_of_class(processors, bytes, net);
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const double last = i + 1 < sides.size() ? std::min(sides[i + 1] - 1, most) : most;
        const auto gain = gain_from(sides[i], processors, bytes, net);
        if (const auto side = first_side_with_gain(gain, sides[i], last)) return static_cast<std::int64_t>(*side);
    }
    return std::nullopt;
}

}  // namespace banyan::part
