#include "tools/banyan/ring_network.hpp"

#include <fmt/format.h>

#include "advisor/exchange_probe.hpp"
#include "tools/banyan/measuring_conditions.hpp"

namespace banyan::tools {
namespace {

std::optional<advisor::network_fit> floor_of(const std::vector<advisor::size_samples>& sizes) {
    try {
        const auto fit = advisor::fit_floor(sizes);
        return fit.lambda_ci95.lo > 0 && fit.tau_ci95.lo > 0 ? std::optional(fit) : std::nullopt;
    } catch (const advisor::not_identifiable&) {
        return std::nullopt;
    }
}

std::string floor_text(const ring_network& ring) {
    if (!ring.floor) return "";
    return fmt::format("Shortest rounds: lambda {:.1f} us, tau {:.3f} ns/byte, without disturbance\n",
                       ring.floor->lambda_s * 1e6, ring.floor->tau_s_per_byte * 1e9);
}

// Which of the two numbers has an interval that contains 0.
const char* uncertain_text(const advisor::network_fit& fit) {
    if (fit.tau_ci95.lo > 0) return "lambda is uncertain, because its interval contains 0";
    if (fit.lambda_ci95.lo > 0) return "tau is uncertain, because its interval contains 0";
    return "lambda and tau are uncertain, because their intervals contain 0";
}

// A slow network is measured with fewer sizes, of which none is left out of the fit.
std::string fit_check_text(const advisor::network_fit& fit) {
    if (fit.held_out.empty()) return "";
    return fmt::format(
        "Check of the fit: it predicts the sizes that were left out of it, one in five, within {:.0f} %\n",
        fit.worst_held_out_error() * 100);
}

std::string fitted_text(const ring_network& ring, const advisor::exchange_model& network, int tasks,
                        const std::vector<advisor::computer_load>& loads) {
    const auto& fit = *ring.fit;
    const bool known = !ring.is_uncertain();
    const auto text =
        fmt::format("Ring of {}: lambda {:.1f} us ({:.1f}..{:.1f}), tau {:.3f} ns/byte ({:.3f}..{:.3f}), {} medium\n",
                    tasks, fit.lambda_s * 1e6, fit.lambda_ci95.lo * 1e6, fit.lambda_ci95.hi * 1e6,
                    fit.tau_s_per_byte * 1e9, fit.tau_ci95.lo * 1e9, fit.tau_ci95.hi * 1e9,
                    known ? network.kind(tasks) : "unknown") +
        fit_check_text(fit);
    if (known) return text + floor_text(ring);
    return text + fmt::format("Network: {}\n", uncertain_text(fit)) + unknown_network_text(loads) + floor_text(ring);
}

}  // namespace

ring_network ring_network_of(const std::vector<advisor::exchange_samples>& exchanges) {
    if (exchanges.empty()) return {std::nullopt, "a single task sends no messages", ""};
    const auto sizes = advisor::published_ring(exchanges);
    const auto lowest = floor_of(sizes);
    try {
        return {advisor::fit_network(sizes), "", "", lowest};
    } catch (const advisor::not_identifiable& error) {
        return {std::nullopt, error.what(), error.why(), lowest};
    }
}

std::string network_text(const ring_network& ring, const advisor::exchange_model& network, int tasks,
                         const std::vector<advisor::computer_load>& loads) {
    if (!ring.fit && ring.reason.empty()) return fmt::format("Network: {}\n", ring.why_not);
    if (ring.fit) return fitted_text(ring, network, tasks, loads);
    return fmt::format("Network: lambda and tau are unknown: {}\n", ring.reason) + unknown_network_text(loads) +
           floor_text(ring);
}

}  // namespace banyan::tools
