// The algorithm of a collective call: the one that the caller names, otherwise the one that the mailbox options (or
// BANYAN_COLLECTIVE_ALGORITHMS) name, otherwise the one that the library chooses.
#pragma once

#include "banyan/net/collective_arguments.hpp"
#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/lin_balance.hpp"
#include "libnet/schedules/network_model.hpp"

namespace banyan::net {

/// The network of the group as it is known now; the defaults until it is measured. Any thread may call it. Lives as
/// long as the group.
const network_model& known_network(const group& g);

/// `how`, with the algorithm that the mailbox options name for this collective if `how` names none. Throws
/// errc::invalid_argument if they are wrong.
collective_options with_named_algorithm(const group& g, collective_kind kind, const collective_options& how);

/// Throws errc::invalid_argument for an algorithm that does not exist and for a fanout below 1. The first part of a
/// collective calls it, because only the second part chooses the algorithm.
void expect_possible_options(collective_kind kind, const collective_options& how);

/// Measures the network of the group, collectively, when the choice begins to matter: at the first call without a named
/// algorithm of 4096 bytes or more on each rank, or when the group has made 50 calls. `known_bytes`: a length of the
/// call that all ranks know; 0 if there is none. Blocks and throws as the measurement.
void measure_when_due(const group& g, std::size_t known_bytes, const collective_options& how);

/// True for the algorithms of alltoall_varying with which all ranks must know the lengths of all blocks.
bool needs_all_lengths(std::string_view name);

/// True if all ranks exchange the lengths of all blocks of an alltoall_varying before they choose its algorithm: one is
/// named that needs them, or the choice is automatic, and balancing could pay or two levels pay
/// (two_level_exchange.hpp). Equal on all ranks that give the same arguments.
bool lengths_matter(const group& g, const block_extremes& blocks, std::size_t item_bytes,
                    const collective_options& how);

/// Also sets hosts, groups, fanout and segment of `shape`. A named algorithm without a segment gets the best one for
/// the network of the group, or one segment while that is not known. Equal on all ranks that make the same call. Throws
/// errc::invalid_argument for an algorithm that does not exist or does not fit, and for a fanout below 1.
const algorithm& choose_algorithm(const group& g, const detail::collective_arguments& call, collective_shape& shape,
                                  const collective_options& how);

}  // namespace banyan::net
