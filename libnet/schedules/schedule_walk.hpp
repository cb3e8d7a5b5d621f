// The predicted time of an algorithm where ranks share the cores of their hosts, or where several ranks share a
// host and the hosts share a network: a walk through the schedules of all ranks. The formula of network_model.hpp
// cannot tell messages inside a host from those between hosts, and does not know which messages a rank handles one
// after the other.
#pragma once

#include "libnet/schedules/network_model.hpp"

namespace banyan::net {

/// How the CPU time M of a message inside a host is divided: its sender, its receiver, and the task switch if the
/// receiver has waited without a core. On one host the sender's call also carries the message to the receiver's socket.
/// A rank that waits for several messages together switches once. So if one rank sends to all and receives from all, as
/// in a barrier, the total CPU time is less, but that rank has the most to do. A message from another host arrives on
/// its own, and its receiver has all of the work of the system for it: receiver_part + change_part for each message.
inline constexpr double sender_part = 0.55, receiver_part = 0.1, change_part = 0.35;

/// Seconds until the last rank ends, of a call that follows others. A host has `cores` cores, rounded up. A rank has a
/// core from the time when it can go on until it waits; ranks that want a core get one in the order in which they
/// became ready. On it, a send of b bytes takes sender_part (M + b B), the end of a wait receiver_part M + (1 -
/// sender_part) b B for each message received, and change_part M if the rank has waited; combine and copy take Tc for
/// each byte. For a message from another host, receiver_part and change_part both count for each message. A rank
/// handles the messages of a wait after the last one has arrived. But a rank that is alone on its host polls while it
/// waits, so it handles each message when it arrives. On a host with less than one core, each of these times is divided
/// by `cores`: other calls and the work of the program use the quota too, so nothing is left of it at the start of a
/// call. Then a message to another host arrives no earlier than T0 after its send has ended, because its receiver does
/// not go on at once.
///
/// A message of b bytes occupies its sender's output for the longer of G and b Td. If no other message delays it, it is
/// received T0 + b Td after its send begins. Between hosts it also occupies the links of both hosts for b Td. With free
/// bytes, a link is a token bucket of F bytes: a message that finds the link occupied for b' Td, its own bytes
/// included, waits for max(0, b' - F) Td. The result is at least the CPU time of the busiest host, divided by its
/// cores, and at least S for each byte between hosts. If F is not 0, it is also at least Td for each byte that one host
/// sends to, or receives from, other hosts: the bucket takes this time to be full again for the next call.
///
/// Makes the schedules of all ranks, and takes about as many steps as they have together. `shape.rank` is ignored.
/// Equal on all ranks that give the same arguments.
double walked_time(const algorithm& how, const collective_shape& shape, std::size_t item_bytes,
                   const network_model& model);

}  // namespace banyan::net
