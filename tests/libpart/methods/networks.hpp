// Networks for methods that compare the costs of messages and bytes.
#pragma once

#include "banyan/part/methods.hpp"

namespace banyan::testing {

using namespace part;

inline partition_options with_network(double latency_s, double time_per_byte_s) {
    partition_options options;
    options.net.latency_s = latency_s;
    options.net.time_per_byte_s = time_per_byte_s;
    return options;
}

}  // namespace banyan::testing
