// The best depth of a halo, by a model of the time of an iteration. Pure: no I/O.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "banyan/grid/halo_round.hpp"

namespace banyan::grid {

/// The measured time of a whole exchange of a halo of this depth.
struct exchange_time {
    int depth = 1;
    double seconds = 0;
    friend bool operator==(const exchange_time&, const exchange_time&) = default;
};

/// The measured times of a network and a processor, all >= 0 and finite.
struct iteration_costs {
    double latency_s = 0;  ///< lambda: from the send of a short message to its receive. Once for each exchange, because
                           ///< its messages are in transit together
    double message_s = 0;  ///< time of the processor for each message of an exchange after the first
    double byte_s = 0;     ///< tau: for each byte that the processor sends
    double cell_s = 0;     ///< to compute a cell whose values are in the cache
    double memory_s = 0;   ///< additional time for each own cell when the whole array is read from memory and written
                           ///< there; 0 if it stays in the cache
    /// Measured exchanges, by rising depth. If there are any, they count instead of latency_s, message_s and byte_s,
    /// with straight lines between them and beyond the last one. The time of a long message often does not rise in
    /// proportion to its bytes: TCP sends the first ones of a busy connection faster than those of a new one.
    std::vector<exchange_time> exchanges = {};
};

/// The times of a cell: iteration_costs::cell_s and memory_s.
struct cell_times {
    double cell_s;
    double memory_s;
};

/// The times of a cell from two measured times of the same array, per cell and step: `plain_s` of sweeps over the whole
/// array, and `blocked_s` of compute_in_blocks() over `steps` steps, of which `steps_in_cache` are computed in a block.
/// With g = ceil(steps / steps_in_cache): plain = cell + memory, blocked = cell + memory g / steps. Neither is
/// negative. Throws part::error for a time that is negative or not finite and for numbers of steps below 1.
cell_times cell_times_from(double plain_s, double blocked_s, int steps, int steps_in_cache);

/// The load of one processor in a round, counted from its layout.
struct round_load {
    int steps = 1;
    std::int64_t messages = 0;      ///< that the processor sends
    std::int64_t items = 0;         ///< that the processor sends
    std::int64_t inner_cells = 0;   ///< that the processor computes while messages are in transit, in all steps
    std::int64_t edge_cells = 0;    ///< that the processor computes afterwards, in all steps
    std::int64_t memory_cells = 0;  ///< own cells times the passes of the array through the cache
};

/// The load of a round of `round.steps()` steps. `steps_in_cache` (>= 1): the steps of a block of compute_in_blocks(),
/// 1 without temporal blocking. Throws part::error for another number.
round_load load_of(const halo_layout& layout, const halo_round& round, int steps_in_cache);

/// The predicted time of one iteration in seconds:
///
///     (max(exchange, cell_s inner_cells) + cell_s edge_cells + memory_s memory_cells) / steps
///     exchange = latency_s + message_s (messages - 1) + byte_s item_bytes items, 0 without messages
///
/// or the measured exchange of the depth load.steps (docs/derivations.md). Throws part::error for a negative or
/// infinite cost, and for measured exchanges whose depths do not rise.
double iteration_time_s(const round_load& load, const iteration_costs& costs, std::int64_t item_bytes);

/// The predicted times of one processor for the depths 1, 2, ..., `most` (1 to halo_layout::max_depth), with rounds as
/// long as the depth. For an owner list, whose deep layouts take long to make, the result has depth 1 only.
/// `cache_bytes` as in block_for_cache(). A program takes the largest time of its processors for each depth, and then
/// calls depth_of_least_time(). Throws part::error as halo_layout and iteration_time_s(). O(most x the time to make a
/// halo_layout).
std::vector<double> iteration_times_s(const part::partition& parts, int processor, const part::stencil& pattern,
                                      const iteration_costs& costs, std::int64_t item_bytes, std::int64_t cache_bytes,
                                      int most);

/// The smallest depth whose time is at most 1 % above the least; times[0] is that of depth 1. Deeper halos need more
/// memory. Throws part::error if there are no times.
int depth_of_least_time(std::span<const double> times);

}  // namespace banyan::grid
