// The measured times of collectives as orders of their algorithms, for the automatic choice. Pure.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "advisor/collective_probe.hpp"
#include "libnet/schedules/measured_order.hpp"

namespace banyan::advisor {

/// One order for each collective and length of a measurement, by the median times. Rows of "automatic" are left out.
/// `hosts` are the names of the hosts of all ranks. Throws std::invalid_argument as collective_of(), and for a row
/// whose algorithm does not exist.
std::vector<net::measured_order> measured_orders(std::span<const collective_times> measured,
                                                 std::span<const std::string> hosts);

}  // namespace banyan::advisor
