// The star: the parent of every node but 0 is 0.
#pragma once

#include "libnet/schedules/tree.hpp"

namespace banyan::net {

extern const tree star_tree;

}  // namespace banyan::net
