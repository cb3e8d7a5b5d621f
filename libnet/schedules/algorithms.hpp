// The algorithms, each defined in the file of its name.
#pragma once

#include "libnet/schedules/algorithm.hpp"

namespace banyan::net {

extern const algorithm allreduce_banyan_exchange;

}  // namespace banyan::net
