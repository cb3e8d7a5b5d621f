// The published network model of one message, T(b) = lambda + tau * b, fitted to measured rounds.
//
// Crandall 1994, section 7.1, phase 3: several rounds at several message sizes, and least squares. Here the fit is to
// the median of each size with weights 1/T^2 (equal relative errors), so that a few disturbed rounds do not change it.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "advisor/statistics.hpp"

namespace banyan::advisor {

/// All rounds measured at one message size.
struct size_samples {
    double bytes = 0;
    std::vector<double> seconds;
};

/// The prediction of one size that was not used in the fit.
struct held_out_size {
    double bytes = 0;
    double measured_s = 0;
    double predicted_s = 0;
    [[nodiscard]] double relative_error() const { return predicted_s / measured_s - 1; }
};

struct network_fit {
    double lambda_s = 0;
    double tau_s_per_byte = 0;
    interval lambda_ci95;
    interval tau_ci95;
    std::vector<held_out_size> held_out;  ///< one size in five; empty for fewer than five sizes

    [[nodiscard]] double seconds(double bytes) const { return lambda_s + tau_s_per_byte * bytes; }
    /// The largest |relative error| of the held-out sizes; 0 if there are none.
    [[nodiscard]] double worst_held_out_error() const;
};

/// Thrown if the measurements do not determine lambda and tau; the text says why.
class not_identifiable : public std::runtime_error {
  public:
    explicit not_identifiable(const std::string& why)
        : std::runtime_error("latency and bandwidth are not identifiable from these data: " + why), why_(why) {}
    [[nodiscard]] const std::string& why() const { return why_; }

  private:
    std::string why_;
};

/// Weighted least squares on the medians of the sizes, which may come in any order. One size in five is held out and
/// only predicted. Throws not_identifiable for fewer than three distinct sizes in the fit and for a lambda or tau that
/// is not above zero; std::invalid_argument for sizes without samples, negative sizes, and times that are not above
/// zero.
network_fit fit_network(std::span<const size_samples> sizes);

/// The same fit to the shortest round of each size instead of the medians: what hardware and software need if nothing
/// disturbs a message. For a prediction it is too fast. Throws as fit_network().
network_fit fit_floor(std::span<const size_samples> sizes);

}  // namespace banyan::advisor
