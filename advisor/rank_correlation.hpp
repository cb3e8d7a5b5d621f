// How well two lists of numbers agree in their order.
#pragma once

#include <span>
#include <vector>

namespace banyan::advisor {

/// The rank of each value in ascending order, from 1. Equal values have the same rank, the lowest of their places.
std::vector<int> ranks_of(std::span<const double> values);

/// Kendall's tau-b of two lists of the same length, in [-1, 1] (M. G. Kendall, Biometrika 33, 1945): 1 if both have the
/// same order, -1 if one is the reverse of the other. 0 if all values of a list are equal, and for lists with fewer
/// than two values. Throws std::invalid_argument for lists of different lengths.
double kendall_tau(std::span<const double> a, std::span<const double> b);

}  // namespace banyan::advisor
