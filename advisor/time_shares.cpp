#include "advisor/time_shares.hpp"

#include <algorithm>
#include <numeric>

namespace banyan::advisor {

double time_of_share(double budget_s, double spent_s, std::span<const double> shares, std::size_t next) {
    const auto later = shares.subspan(next);
    return std::max(budget_s - spent_s, 0.0) * later.front() / std::accumulate(later.begin(), later.end(), 0.0);
}

}  // namespace banyan::advisor
