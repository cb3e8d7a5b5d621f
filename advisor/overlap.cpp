#include "advisor/overlap.hpp"

#include <algorithm>

#include "advisor/statistics.hpp"

namespace banyan::advisor {

double hidden_part(std::span<const overlap_samples> measured) {
    double hidden = 0, possible = 0;
    for (const auto& m : measured) {
        const double sweep = median(m.sweep_s), exchange = median(m.exchange_s);
        hidden += sweep + exchange - median(m.both_s);
        possible += std::min(sweep, exchange);
    }
    return possible > 0 ? std::clamp(hidden / possible, 0.0, 1.0) : 0.0;
}

}  // namespace banyan::advisor
