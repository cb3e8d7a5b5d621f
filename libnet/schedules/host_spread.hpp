// How the ranks of a group are spread over hosts. Pure.
#pragma once

#include "libnet/schedules/collective_shape.hpp"

namespace banyan::net {

struct host_spread {
    int size = 1;  ///< ranks
    int hosts = 1;
    int most_on_one = 1;  ///< ranks on the host with most of them
    friend bool operator==(const host_spread&, const host_spread&) = default;
};

host_spread spread_of(const collective_shape& shape);

}  // namespace banyan::net
