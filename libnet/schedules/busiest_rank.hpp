// The processor time of the rank of an algorithm that has most to do. Pure.
#pragma once

#include "libnet/schedules/network_model.hpp"

namespace banyan::net {

/// The part of a message's processor time that its sender takes, the receiver takes the rest. On one host the sender's
/// call also carries the message to the receiver's socket and wakes the receiver. With equal parts, a broadcast of the
/// root to each of 8 or 16 ranks on 2 cores would be predicted as fast as one along a tree; measured, it takes 1.3 to 2
/// times as long.
inline constexpr double sender_part = 0.75;

/// Seconds of the busiest rank: M + b B for each message of b bytes, in the parts of its two ends, and Tc for each byte
/// combined or copied (network_model.hpp). A rank has one core at a time, so an algorithm takes at least as long. Makes
/// the schedules of all ranks. `shape.rank` is ignored. Equal on all ranks that give the same arguments.
double busiest_rank_time(const algorithm& how, const collective_shape& shape, std::size_t item_bytes,
                         const network_model& model);

}  // namespace banyan::net
