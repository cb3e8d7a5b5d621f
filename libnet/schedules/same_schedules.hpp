// Whether two algorithms do the same in a call. Pure.
#pragma once

#include "libnet/schedules/algorithm.hpp"

namespace banyan::net {

/// True if every rank has the same steps in both calls: then the calls take the same time. For example, `two-level` has
/// the steps of another algorithm if each host has one rank. The shapes may differ in the segment, the groups and the
/// fanout; their rank is ignored. Both algorithms must have schedules (`make`). Makes the schedules of the ranks until
/// two of them differ.
bool have_same_schedules(const algorithm& one, const collective_shape& of_one, const algorithm& other,
                         const collective_shape& of_other);

}  // namespace banyan::net
