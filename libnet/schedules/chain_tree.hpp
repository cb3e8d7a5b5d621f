// The chain: the parent of N is N - 1.
#pragma once

#include "libnet/schedules/tree.hpp"

namespace banyan::net {

extern const tree chain_tree;

}  // namespace banyan::net
