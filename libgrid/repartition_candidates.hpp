// The partitions to which a running program could change. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "banyan/part/methods.hpp"
#include "banyan/part/partition.hpp"
#include "banyan/part/speeds.hpp"

namespace banyan::grid {

struct repartition_candidate {
    part::partition parts;
    std::string way;
};

/// Throws part::error if `way` is not "auto", a way or a method, and if the way cannot change the partition.
void check_way(const std::string& way, const part::partition& present);

/// The partitions by `way` (repartition_settings::way) for the speeds; moving_weight as in part::repartition_options.
std::vector<repartition_candidate> repartition_candidates(const std::string& way, const part::partition& present,
                                                          const part::speeds& now, double moving_weight,
                                                          const part::partition_options& options);

/// One more of "auto", which takes longer: the partition of the method best, for rectangles of up to 16 ranks.
std::optional<repartition_candidate> searched_candidate(const std::string& way, const part::partition& present,
                                                        const part::speeds& now,
                                                        const part::partition_options& options);

}  // namespace banyan::grid
