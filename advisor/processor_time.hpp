// What one iteration of a partition costs each processor by the models: the speed curve for its work and the exchange
// model for its messages. Needs no measurement of the partition. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "advisor/cell_work.hpp"
#include "advisor/exchange_model.hpp"
#include "advisor/speed_curve.hpp"
#include "banyan/part/partition.hpp"
#include "banyan/part/stencil.hpp"

namespace banyan::advisor {

struct processor_time {
    double compute_s = 0;
    double messages_s = 0;  ///< as if this processor were the busiest one; what all processors share included
    [[nodiscard]] double total_s() const { return compute_s + messages_s; }
};

/// A pattern that part::communication_named() knows, and how often it occurs for each sweep over the cells.
struct pattern_rate {
    double per_sweep = 1;
    std::string pattern;
};

/// What is needed to predict partitions of one set of processors.
struct cost_model {
    std::vector<speed_curve> processors;
    exchange_model network;
    part::stencil stencil;
    std::int64_t item_bytes = 8;
    double stencil_per_sweep = 1;         ///< below 1 if other stencils have sweeps too
    std::vector<pattern_rate> further{};  ///< the patterns of the program besides `stencil`
    cell_work work{};                     ///< of the cells of all partitions

    /// Of one sweep and its share of the messages. One entry per processor. Throws std::invalid_argument for a
    /// partition for another number of processors.
    [[nodiscard]] std::vector<processor_time> times(const part::partition& parts) const;
};

/// The processor that takes the longest.
const processor_time& slowest(std::span<const processor_time> times);

}  // namespace banyan::advisor
