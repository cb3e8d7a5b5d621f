// The time of a relay of values along contours (segment_relay.hpp) on the modelled computer. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "examples/contour/model_clock.hpp"

namespace contour {

/// A segment as the model sees it. Keys are different for all segments of all tasks.
struct relayed_segment {
    std::uint64_t key;
    std::uint64_t next_key;  ///< of the segment that gets the value after this one
    std::uint64_t elements;
    std::uint64_t is_first, is_last;  ///< 1: yes. The first one waits for no value; the last one passes none on
};

inline constexpr std::uint64_t relayed_value_bytes = 16;

/// When each task has done its part, if task t begins at start_us[t]. A task computes its ready segments, `element_us`
/// for each element, and then sends a message to each task that waits for values. Then it waits for the message that
/// arrives first, and takes all that have arrived by then. So the result depends on the segments only, and not on the
/// order in which a real run sees its messages. Throws std::logic_error if a segment never gets a value.
std::vector<double> relayed_until(std::span<const std::vector<relayed_segment>> of_tasks,
                                  std::span<const double> start_us, double element_us, const time_model& model);

}  // namespace contour
