// The measured times of collectives as orders of their algorithms, for the automatic choice. Pure.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "advisor/collective_probe.hpp"
#include "libnet/schedules/measured_order.hpp"

namespace banyan::advisor {

/// Appends the samples of a further run with the same tasks and options to those of the runs before it: the rows are
/// the same. Throws std::invalid_argument for other rows.
void add_samples(std::vector<collective_times>& all, std::span<const collective_times> further);

/// One order for each collective and length of a measurement, by the median of all samples. Rows of "automatic" are
/// left out. `hosts` are the names of the hosts of all ranks. Throws std::invalid_argument as collective_of(), and for
/// a row whose algorithm does not exist.
std::vector<net::measured_order> measured_orders(std::span<const collective_times> measured,
                                                 std::span<const std::string> hosts);

}  // namespace banyan::advisor
