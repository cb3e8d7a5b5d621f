// The published network model of a survey: lambda and tau of the ring, or why they are unknown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "advisor/computer_load.hpp"
#include "advisor/exchange_model.hpp"
#include "advisor/network_fit.hpp"

namespace banyan::tools {

/// The published lambda and tau, or the reason why they cannot be computed from these measurements.
struct ring_network {
    std::optional<advisor::network_fit> fit;
    std::string why_not;
    std::string reason;  ///< the same without the words that say what is missing
    /// The fit to the shortest round of each size, if the intervals of lambda and tau are above 0.
    std::optional<advisor::network_fit> floor{};

    /// Whether the interval of lambda or tau contains 0.
    [[nodiscard]] bool is_uncertain() const { return fit && (fit->lambda_ci95.lo <= 0 || fit->tau_ci95.lo <= 0); }
};

ring_network ring_network_of(const std::vector<advisor::exchange_samples>& exchanges);

/// The lines about the network that `banyan advise` prints: lambda, tau and the kind of the medium, or that they are
/// unknown and what to do on these computers. Then lambda and tau of the shortest rounds, if they are known.
std::string network_text(const ring_network& ring, const advisor::exchange_model& network, int tasks,
                         const std::vector<advisor::computer_load>& loads);

}  // namespace banyan::tools
