// Least squares with coefficients >= 0, for up to 8 coefficients.
#pragma once

#include <span>
#include <vector>

namespace banyan::advisor {

/// One equation: sum_k coefficient[k] * terms[k] = value. All equations have the same number of terms.
struct equation {
    std::vector<double> terms;
    double value = 0;
};

/// The coefficients >= 0 that minimise the sum over equations of ((terms . coefficient - value) / value)^2. Tries the
/// unconstrained solution for every subset of the coefficients (at most 8), one of which is the constrained optimum. A
/// coefficient whose terms are all zero is 0. Throws std::invalid_argument for an empty list, different numbers of
/// terms, more than 8 coefficients, and a value that is not above zero.
std::vector<double> fit_non_negative(std::span<const equation> equations);

}  // namespace banyan::advisor
