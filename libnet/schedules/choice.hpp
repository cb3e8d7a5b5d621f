// The automatic choice of an algorithm: the one with the least measured time if such times are known, otherwise the one
// with the least predicted time. Pure, and equal on all ranks that give the same arguments.
#pragma once

#include <string>

#include "libnet/schedules/network_model.hpp"

namespace banyan::net {

/// Whether the operation of a reduction gives the same bits in every association.
enum class exactness : std::uint8_t {
    exact,    ///< it does: integers, minimum, maximum, bits. Every algorithm may be chosen
    rounding  ///< it may not: floating point sums, user operations. Only algorithms of the standard association
};

struct algorithm_choice {
    const algorithm* how = nullptr;  ///< nullptr: the collective has no algorithm for this shape
    std::size_t segment = 0;         ///< items, for collective_shape::segment
    double predicted_s = 0;
    const algorithm* next = nullptr;  ///< the runner-up; nullptr if there is none
    double next_s = 0;
    bool is_measured = false;  ///< chosen by a measured order, not by its predicted time
};

/// The fastest algorithm of `kind` for this shape. `shape.rank` and `shape.segment` are ignored. If `model.fastest` has
/// an order for such a call (order_for()) and all blocks of the call are equally long, the first algorithm of that
/// order that is allowed is chosen. Otherwise the predicted times decide. If these are equal, the first one in the
/// table is chosen. Several hosts with one rank each, at most 128 ranks, have further rules:
///
/// If links have free bytes, the fewest waits decide between the first one and those with equal times that send the
/// same messages (sent_messages.hpp).
///
/// If 80 % or more of the least time is the time of the bytes on the path, times within 5 % of the least count as
/// equal. Then the one with the shortest messages is chosen, then the one that sends the least, then the one with the
/// fewest partners, then, if links have free bytes, the one with the fewest waits. A call whose bytes on the path are
/// not more than the free bytes does not have this rule.
///
/// For an alltoall with counts but without `shape.matrix`, a rank does not know the counts of the others, so all blocks
/// are assumed to have 4096 bytes.
algorithm_choice choose(collective_kind kind, const collective_shape& shape, std::size_t item_bytes,
                        const network_model& model, exactness operation = exactness::rounding);
/// The same, but chooses among `among` and not among the table.
algorithm_choice choose(std::span<const algorithm* const> among, collective_kind kind, const collective_shape& shape,
                        std::size_t item_bytes, const network_model& model, exactness operation);

/// An algorithm's predicted time, with the segment that it takes then.
struct timed_segment {
    double predicted_s = 0;
    std::size_t segment = 0;  ///< items; 0: one segment
};

/// Predicts the time of one algorithm. If its cost depends on the segment, it is pipelined. With k segments the path
/// takes A + E k G + C / k, where E is the number of rounds that a further segment adds, and C the time of the bytes
/// that segments divide. E and C come from the costs of one and of two segments:
///   E = rounds(2) - rounds(1),  C = 2 D (path_items(1) - path_items(2)) Td + 2 D (path_combined(1) - path_combined(2))
///   Tc
/// The path is shortest for k = sqrt(C / (E G)). The result is the best of k, k/2, k/4, ... 1, because the other limits
/// of network_model.hpp may be reached with fewer segments.
///
/// The time of these segments is computed by a walk through all schedules (schedule_walk.hpp) in groups of at most 128
/// ranks, in three cases. First, a host has more ranks than cores, and the algorithm has at most 2,000 messages.
/// Second, the group has several hosts, one of them has several ranks, and `shape.matrix` is empty. Third, the group
/// has several hosts, the links between them have free bytes, the algorithm has at most 2,000 messages, and
/// `shape.matrix` is empty. A walk takes a microsecond for every few steps, so keep the result. The scatter
/// "two-level-groups" has best_groups() groups (lin_network.hpp) if `shape.groups` is 0.
timed_segment predict(const algorithm& how, const collective_shape& shape, std::size_t item_bytes,
                      const network_model& model);

/// predict().segment, without the walk: the segment for a pipelined algorithm that a caller names. 0 for others.
std::size_t best_segment(const algorithm& how, const collective_shape& shape, std::size_t item_bytes,
                         const network_model& model);

/// One line for --explain:
/// "allreduce of 65536 bytes on 8 ranks: rabenseifner, predicted 1.2 ms; next: ring, 1.5 ms". An algorithm of a
/// measured order has "measured as the fastest" behind its name.
std::string explain(collective_kind kind, const collective_shape& shape, std::size_t item_bytes,
                    const algorithm_choice& choice);

}  // namespace banyan::net
