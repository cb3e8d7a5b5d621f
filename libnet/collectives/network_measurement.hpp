// The network model of a group: measured by its ranks, or given by a file or a text.
#pragma once

#include "banyan/net/group.hpp"
#include "libnet/schedules/network_model.hpp"

namespace banyan::net {

/// The environment variable with the name of a file that `banyan bench model --write FILE` has written. Only the one of
/// rank 0 of a group counts, so the file need not be on all hosts.
inline constexpr const char* network_model_variable = "BANYAN_NETWORK_MODEL";
/// The variable with the text of such a file; `banyan run --network-model FILE` sets it. It comes before the one above.
inline constexpr const char* network_model_text_variable = "BANYAN_NETWORK_MODEL_TEXT";

/// Collective: every rank gets the same model. Blocks; throws as barrier().
///
/// Measures in turn: up to three pairs of hosts (one rank of each; the medians count) and one pair of ranks of the host
/// with most of them (link_measurement.hpp); all ranks together in a ring, if a host has more ranks than cores; one
/// rank of each host together, for a shared network; and the combination of numbers in memory. There are about ten
/// parts. Each takes about 1 ms, or longer if single messages of 16 KiB take that long. A pair on a slow link between
/// ranks with less than one core takes about 0.2 s, and then the test for a shared network takes 0.1 s. Other load on
/// the hosts affects the result.
network_model measure_network(const group& g, deadline until = {});

/// Collective, as measure_network(), but if rank 0 has one of these variables set, its model is read and nothing is
/// measured. On rank 0 throws errc::invalid_argument if the file cannot be read, or file or text is not a network
/// model; the group has then failed.
network_model network_of(const group& g, deadline until = {});

}  // namespace banyan::net
