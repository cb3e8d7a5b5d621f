// How long P processors take that wait for the slowest of them: epochs of Marinescu & Rice 1991, section 2.1.
//
// The compute times of the processors in an epoch are independent and have the same distribution with mean mu and
// coefficient of variation cv = sigma / mu. (The paper prints C_X = mu / sigma, but its formulas and figures need the
// inverse.) The epoch lasts E(max of P) = mu (1 + Delta); Delta is its imbalance.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace banyan::part {

enum class time_distribution {
    uniform,
    exponential,  ///< cv is 1
    normal,
    any  ///< every continuous distribution: an upper bound
};

/// "uniform", "exponential", "normal", "any"
std::string_view name_of(time_distribution distribution);

/// The compute times of an epoch, without their mean.
struct compute_times {
    time_distribution distribution = time_distribution::uniform;
    double cv = 0.1;  ///< standard deviation divided by the mean
};

/// The imbalance Delta >= 0 of an epoch of `processors` >= 1; 0 for one processor.
///   uniform      cv sqrt(3) (P - 1) / (P + 1), eq. 2.5 and 2.6
///   exponential  1/2 + 1/3 + ... + 1/P, exact. The paper prints log P + 0.577, which approximates 1 + Delta
///   normal       cv (s - (ln ln P + ln 4 pi - 2 C) / (2 s)), s = sqrt(2 ln P), eq. 2.7. An approximation for large P:
///                33 per cent above normal_imbalance() at P = 2, 5 per cent at P = 16, 1 per cent at P = 1024
///   any          cv (P - 1) / sqrt(2 P - 1), eq. 2.33: a bound that one distribution for each P reaches
/// Throws error for processors < 1, a cv that is negative or not finite, a uniform distribution with cv > 1 / sqrt(3)
/// (some times would be negative), and an exponential one with another cv than 1.
double epoch_imbalance(const compute_times& times, std::int64_t processors);

/// The imbalance of normal times without approximation, by numerical integration: cv E(max of P standard normal
/// variables), to 9 digits. Throws as epoch_imbalance().
double normal_imbalance(double cv, std::int64_t processors);

/// One epoch of a computation.
struct timed_epoch {
    double mean;       ///< mu_i > 0, in any unit of time
    double imbalance;  ///< Delta_i >= 0
};

/// The load imbalance factor psi = sum mu_i Delta_i / sum mu_i, eq. 2.9. Throws error for no epoch, a mean that is not
/// positive and a negative imbalance.
double imbalance_factor(std::span<const timed_epoch> epochs);

/// The mean utilization of the processors, U = 1 / (1 + psi), eq. 2.10. Throws error for a negative factor.
double utilization_of_imbalance(double factor);

}  // namespace banyan::part
