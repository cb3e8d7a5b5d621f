// Lin's model (lin_model.hpp) on the network of a group: its parameters, and the sizes that are chosen by it. Pure.
#pragma once

#include "libnet/schedules/lin_model.hpp"
#include "libnet/schedules/network_model.hpp"

namespace banyan::net {

/// T0 and Td of messages between hosts if there are several hosts, otherwise inside the host; Tc.
lin_parameters lin_parameters_of(const network_model& model, const host_spread& where);

/// The number of groups of the scatter "two-level-groups": optimal_groups() for the other ranks and their mean block.
/// Blocks are contiguous, so nothing is copied (Tc = 0). 1 for fewer than two other ranks.
int best_groups(const collective_shape& shape, std::size_t item_bytes, const network_model& model);

/// How m scattered bytes are sent from one rank to another.
struct chunk_choice {
    std::size_t chunk_bytes = 0;       ///< of each message, in the way with the shorter time; m: one message
    std::size_t overlapped_bytes = 0;  ///< the best chunk within the limits
    double plain_s = 0;                ///< of one message
    double overlapped_s = 0;           ///< of chunks of overlapped_bytes
};

/// The times of plain and overlapped messages. A chunk after the first costs G in place of T0, so T(h) = T0 - G +
/// overlapped_time() with G as start-up. Chunks have `least` to `most` bytes, m at most. `copy_byte_s`: Tc of these
/// items, whose pieces may be short.
chunk_choice choose_chunk(const link_times& link, double copy_byte_s, std::size_t m, std::size_t least,
                          std::size_t most);

/// How one rank sends m scattered bytes to each of p others.
struct group_choice {
    int groups = 1;          ///< optimal_groups()
    double plain_s = 0;      ///< one_to_many_time()
    double two_level_s = 0;  ///< two_level_time() with these groups
    bool pays = false;       ///< two levels have the shorter time
};
group_choice choose_groups(const lin_parameters& model, int p, std::size_t m);

/// How one of p senders of m scattered bytes each sends them to one receiver.
struct part_choice {
    std::size_t first_bytes = 0;  ///< optimal_first_part() within the limits
    double plain_s = 0;           ///< many_to_one_time()
    double three_phase_s = 0;     ///< three_phase_time() with first_bytes
    bool pays = false;            ///< three phases have the shorter time
};

/// The first part has `least` to `most` bytes, m at most.
part_choice choose_first_part(const lin_parameters& model, int p, std::size_t m, std::size_t least, std::size_t most);

}  // namespace banyan::net
