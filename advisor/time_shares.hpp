// Divides the time of a probe among its measurements. Pure.
#pragma once

#include <cstddef>
#include <span>

namespace banyan::advisor {

/// The seconds for the measurement `next` of several that follow one another and together take `budget_s`, if the ones
/// before it have taken `spent_s`: its part of the time that is left. `shares` are the parts of all of them, in any
/// unit. So the time that a measurement leaves is used by the later ones, and a measurement that takes longer shortens
/// the later ones. 0 if no time is left.
double time_of_share(double budget_s, double spent_s, std::span<const double> shares, std::size_t next);

}  // namespace banyan::advisor
