// Whether an alltoall_varying in two levels is worth the exchange of all lengths that it needs. Pure.
#pragma once

#include "libnet/schedules/network_model.hpp"

namespace banyan::net {

/// True if blocks of shape.items items each are predicted to take less time in two levels than directly ("pairwise" or
/// "linear"), although all ranks first exchange all lengths: an allgather of 8 p bytes from each rank. Shorter blocks
/// save more, so the longest of different blocks decides. False on one host and on hosts with one rank each, where two
/// levels save no message. `item_bytes`: of one item. Equal on all ranks that give the same arguments. Takes as long as
/// a few predict() (choice.hpp), so keep the result.
bool two_levels_pay(const collective_shape& shape, std::size_t item_bytes, const network_model& model);

}  // namespace banyan::net
