// What one iteration of a partition costs each processor by the models: the speed curve for its cells and the exchange
// model for its messages. Needs no measurement of the partition. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

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

/// What is needed to predict partitions of one set of processors.
struct cost_model {
    std::vector<speed_curve> processors;
    exchange_model network;
    part::stencil stencil;
    std::int64_t item_bytes = 8;

    /// One entry per processor. Throws std::invalid_argument for a partition for another number of processors.
    [[nodiscard]] std::vector<processor_time> times(const part::partition& parts) const;
};

/// The processor that takes the longest.
const processor_time& slowest(std::span<const processor_time> times);

}  // namespace banyan::advisor
