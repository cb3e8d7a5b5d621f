// The time of a message as one to three lines over its size: networks and libraries often treat small and large
// messages differently.
#pragma once

#include <span>
#include <vector>

#include "advisor/network_fit.hpp"
#include "advisor/statistics.hpp"

namespace banyan::advisor {

/// T(b) = offset + slope b for messages of from_bytes <= b <= to_bytes, both of which were measured.
struct line_segment {
    double from_bytes = 0;
    double to_bytes = 0;
    double offset_s = 0;
    double slope_s_per_byte = 0;
    interval offset_ci95;
    interval slope_ci95;

    [[nodiscard]] double seconds(double bytes) const { return offset_s + slope_s_per_byte * bytes; }
};

/// Least squares of the relative errors of the medians, each weighted by the scatter of its samples, for every division
/// of the measured sizes into one to three segments of at least three sizes. The division with the smallest BIC is
/// taken: each further segment must explain more than the scatter does. Throws not_identifiable for fewer than three
/// sizes, and if a segment has a slope that is not above zero; std::invalid_argument as fit_network().
std::vector<line_segment> fit_segments(std::span<const size_samples> sizes);

}  // namespace banyan::advisor
