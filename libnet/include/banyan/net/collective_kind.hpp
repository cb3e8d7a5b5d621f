// The collectives, as numbers in the tags of messages and as names.
#pragma once

#include <cstdint>
#include <string_view>

namespace banyan::net {

enum class collective_kind : std::uint32_t {
    barrier = 1,
    broadcast,
    reduce,
    allreduce,
    gather,
    scatter,
    gather_varying,
    scatter_varying,
    split,
    scan,
    exclusive_scan,
    allgather,
    allgather_varying,
    reduce_scatter,
    alltoall,
    alltoall_varying,
    neighbour_exchange,
    shrink,
    subgroup,
    measure,  ///< of the network, for the choice of algorithms
    neighbour_allgather,
    // messages about collectives
    check = 29,    ///< a rank's call, for its neighbour to compare (mailbox_options::check_collectives)
    waiting = 30,  ///< a rank's call, sent to the rank that it has waited for too long
    abort = 31     ///< the reason why the group has failed
};

/// "broadcast"; "an unknown collective" for an unknown kind.
std::string_view name_of(collective_kind kind);

}  // namespace banyan::net
