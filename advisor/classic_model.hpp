// Crandall's plain model of an iteration (1994, eq. 6.11), for comparison with ours.
//
// It has two numbers, lambda and tau, fitted by plain least squares to the means of the ring with one message per task.
// Latency is charged to the busiest processor of each direction, and bytes to all processors together. Computation and
// messages are added up.
#pragma once

#include <span>
#include <vector>

#include "advisor/exchange_model.hpp"
#include "banyan/part/communication.hpp"

namespace banyan::advisor {

struct classic_model {
    double lambda_s = 0;
    double tau_s_per_byte = 0;  ///< per byte of all tasks together

    /// lambda direction_messages + tau total_bytes.
    [[nodiscard]] double seconds(double direction_messages, double total_bytes) const {
        return lambda_s * direction_messages + tau_s_per_byte * total_bytes;
    }
};

/// sum_k max_i C[i][k]: for each direction the messages of the processor that sends the most, added up.
double direction_messages(const part::communication& sent);

/// Fits by plain least squares to the means of the rings with one message per task. Other exchanges are not used. A
/// lambda or tau below zero becomes zero. With fewer than two sizes, tau is zero. Throws std::invalid_argument for a
/// ring without samples; without rings both are zero.
classic_model fit_classic(std::span<const exchange_samples> exchanges);

/// The mean of the slowest processor: [processor][sample]; 0 without samples.
double slowest_mean(const std::vector<std::vector<double>>& compute_s);

}  // namespace banyan::advisor
