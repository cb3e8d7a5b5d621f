// Least squares with coefficients that cannot be negative, for a handful of coefficients.
#pragma once

#include <span>
#include <vector>

namespace banyan::advisor {

/// One equation: sum_k coefficient[k] * terms[k] = value, all in units of one; `terms` as long in every equation.
struct equation {
    std::vector<double> terms;
    double value = 0;
};

/// The coefficients >= 0 that minimise sum over equations of ((terms . coefficient - value) / value)^2.
/// Tries the unconstrained solution on every subset of the coefficients (at most 8 of them), which contains the
/// constrained optimum. A coefficient whose terms are all zero is 0. Throws std::invalid_argument for no equations,
/// ragged terms, more than 8 coefficients, or a value at or below zero.
std::vector<double> fit_non_negative(std::span<const equation> equations);

}  // namespace banyan::advisor
