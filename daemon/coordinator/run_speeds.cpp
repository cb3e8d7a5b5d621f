#include "daemon/coordinator/run_speeds.hpp"

#include <algorithm>
#include <map>

namespace banyan::daemon {

wire::RunSpeeds run_speeds(const std::vector<rank_place>& ranks) {
    const bool measured =
        std::ranges::all_of(ranks, [](const rank_place& rank) { return rank.speed.measured.cells_per_s() > 0; });
    std::map<net::host_id, int> ranks_on;
    for (const auto& rank : ranks)
        ++ranks_on[rank.host];
    wire::RunSpeeds speeds;
    for (const auto& [host, speed] : ranks) {
        const double part = std::min(1.0, static_cast<double>(speed.slots) / ranks_on.at(host));
        speeds.add_values((measured ? speed.measured.cells_per_s() : speed.declared) * part);
        if (!measured) continue;
        const auto oldest = speeds.measured_at();
        speeds.set_measured_at(oldest == 0 ? speed.measured.at() : std::min(oldest, speed.measured.at()));
    }
    return speeds;
}

}  // namespace banyan::daemon
