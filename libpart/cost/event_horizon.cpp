#include "banyan/part/papers/event_horizon.hpp"

#include <fmt/format.h>

#include <cmath>

#include "banyan/part/error.hpp"
#include "banyan/part/grid.hpp"
#include "libpart/cost/network_checks.hpp"

namespace banyan::part {

double horizon_latency_s(double processors, double side, double item_bytes, double time_per_byte_s) {
    return processors * item_bytes * side * time_per_byte_s * (1 - 2 / std::sqrt(processors));
}

std::optional<std::int64_t> horizon_side(int processors, std::int64_t item_bytes, const network& net) {
    check_network(net, item_bytes);
    if (processors < 1) throw error(fmt::format("event horizon: {} processors, allowed: at least 1", processors));
    if (processors < 5) return std::nullopt;
    const double per_cell = horizon_latency_s(processors, 1, static_cast<double>(item_bytes), net.time_per_byte_s);
    const double side = std::floor(net.latency_s / per_cell) + 1;
    if (!(side <= static_cast<double>(grid::max_side))) return std::nullopt;
    return static_cast<std::int64_t>(side);
}

}  // namespace banyan::part
