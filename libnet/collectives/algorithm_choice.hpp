// The algorithm of a collective call: the one that the caller names, otherwise the one that the library chooses.
#pragma once

#include "banyan/net/collective_arguments.hpp"
#include "libnet/schedules/algorithm.hpp"

namespace banyan::net {

/// Also sets hosts and segment of `shape`. Equal on all ranks that make the same call. Throws errc::invalid_argument
/// for an algorithm that does not exist or does not fit.
const algorithm& choose_algorithm(const group& g, const detail::collective_arguments& call, collective_shape& shape,
                                  const collective_options& how);

}  // namespace banyan::net
