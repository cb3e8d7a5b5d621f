// The method of conjugate gradients for linear systems of which only the product with a vector is known.
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace banyan::part {

/// The inner product of two vectors of the same length.
inline double dot(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// to += factor * from, for vectors of the same length.
inline void add_multiple(std::vector<double>& to, double factor, const std::vector<double>& from) {
    for (std::size_t i = 0; i < to.size(); ++i)
        to[i] += factor * from[i];
}

/// Solves A x = b from x = 0 (Hestenes and Stiefel 1952). apply(v) returns A v; A is symmetric and positive
/// semidefinite, and b lies in its range. Ends when the squared norm of b - A x is at most `tolerance` times that of b,
/// after `most_rounds` rounds, or when rounding leaves no direction of positive curvature.
template <class Apply>
std::vector<double> conjugate_gradients(const std::vector<double>& b, std::size_t most_rounds, double tolerance,
                                        const Apply& apply) {
    std::vector<double> x(b.size());
    std::vector<double> residual = b;
    std::vector<double> direction = b;
    double norm = dot(residual, residual);
    const double enough = tolerance * norm;
    for (std::size_t round = 0; round < most_rounds && norm > enough; ++round) {
        const std::vector<double> image = apply(direction);
        const double curvature = dot(direction, image);
        if (!(curvature > 0)) break;
        add_multiple(x, norm / curvature, direction);
        add_multiple(residual, -norm / curvature, image);
        const double before = norm;
        norm = dot(residual, residual);
        for (std::size_t i = 0; i < direction.size(); ++i)
            direction[i] = residual[i] + norm / before * direction[i];
    }
    return x;
}

}  // namespace banyan::part
