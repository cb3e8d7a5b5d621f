// The pieces of a partition as they are found: counting them needs no order.
#pragma once

#include <vector>

#include "banyan/part/communication.hpp"

namespace banyan::part {

/// pieces(), in any order.
std::vector<piece> unsorted_pieces(const partition& parts, const stencil& pattern, own_pieces own);

}  // namespace banyan::part
