#include "advisor/non_negative_fit.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

namespace banyan::advisor {
namespace {

constexpr std::size_t most_coefficients = 8;

void check(std::span<const equation> equations) {
    if (equations.empty()) throw std::invalid_argument("a fit needs at least one equation");
    for (const auto& e : equations) {
        if (e.terms.size() != equations[0].terms.size() || e.terms.size() > most_coefficients)
            throw std::invalid_argument("a fit needs the same number of terms in each equation, at most 8");
        if (!(e.value > 0)) throw std::invalid_argument("a relative fit needs values above zero");
    }
}

// Divides the equations by their values and the columns by their norms, which are returned, so that the normal matrix
// is well scaled.
std::vector<double> scale(std::vector<equation>& equations) {
    std::vector<double> norm(equations[0].terms.size(), 0.0);
    for (auto& e : equations) {
        for (std::size_t k = 0; k < norm.size(); ++k) {
            e.terms[k] /= e.value;
            norm[k] += e.terms[k] * e.terms[k];
        }
        e.value = 1;
    }
    for (auto& n : norm) {
        n = std::sqrt(n);
    }
    for (auto& e : equations) {
        for (std::size_t k = 0; k < norm.size(); ++k) {
            e.terms[k] = norm[k] > 0 ? e.terms[k] / norm[k] : 0;
        }
    }
    return norm;
}

std::vector<std::size_t> members(unsigned subset, std::size_t count) {
    std::vector<std::size_t> out;
    for (std::size_t k = 0; k < count; ++k) {
        if (subset >> k & 1u) out.push_back(k);
    }
    return out;
}

using row = std::vector<double>;

// Gauss-Jordan elimination of a symmetric positive definite matrix with its right side as last column (uBLAS of
// Boost 1.74 does not compile as C++20). False if a pivot vanishes: then the columns, which have norm 1, are dependent.
bool eliminate(std::vector<row>& system) {
    const std::size_t size = system.size();
    for (std::size_t pivot = 0; pivot < size; ++pivot) {
        if (system[pivot][pivot] < 1e-10) return false;
        for (std::size_t other = 0; other < size; ++other) {
            if (other == pivot) continue;
            const double factor = system[other][pivot] / system[pivot][pivot];
            for (std::size_t k = pivot; k <= size; ++k) {
                system[other][k] -= factor * system[pivot][k];
            }
        }
    }
    return true;
}

std::vector<row> normal_equations(const std::vector<equation>& equations, const std::vector<std::size_t>& chosen) {
    std::vector<row> system(chosen.size(), row(chosen.size() + 1, 0.0));
    for (const auto& e : equations) {
        for (std::size_t a = 0; a < chosen.size(); ++a) {
            for (std::size_t b = 0; b < chosen.size(); ++b) {
                system[a][b] += e.terms[chosen[a]] * e.terms[chosen[b]];
            }
            system[a].back() += e.terms[chosen[a]] * e.value;
        }
    }
    return system;
}

// The unconstrained solution for the chosen coefficients; nothing if they are dependent or one is negative.
std::optional<std::vector<double>> solve(const std::vector<equation>& equations,
                                         const std::vector<std::size_t>& chosen) {
    auto system = normal_equations(equations, chosen);
    if (!eliminate(system)) return std::nullopt;
    std::vector<double> all(equations[0].terms.size(), 0.0);
    for (std::size_t a = 0; a < chosen.size(); ++a) {
        const double value = system[a].back() / system[a][a];
        if (!(value >= 0)) return std::nullopt;
        all[chosen[a]] = value;
    }
    return all;
}

double squared_error(const std::vector<equation>& equations, const std::vector<double>& coefficients) {
    double sum = 0;
    for (const auto& e : equations) {
        double difference = -e.value;
        for (std::size_t k = 0; k < coefficients.size(); ++k) {
            difference += coefficients[k] * e.terms[k];
        }
        sum += difference * difference;
    }
    return sum;
}

}  // namespace

std::vector<double> fit_non_negative(std::span<const equation> given) {
    check(given);
    std::vector<equation> equations(given.begin(), given.end());
    const auto norm = scale(equations);
    std::vector<double> best(norm.size(), 0.0);
    double least = squared_error(equations, best);
    for (unsigned subset = 1; subset < 1u << norm.size(); ++subset) {
        const auto found = solve(equations, members(subset, norm.size()));
        if (!found) continue;
        const double error = squared_error(equations, *found);
        if (error < least) {
            least = error;
            best = *found;
        }
    }
    for (std::size_t k = 0; k < norm.size(); ++k) {
        best[k] = norm[k] > 0 ? best[k] / norm[k] : 0;
    }
    return best;
}

}  // namespace banyan::advisor
