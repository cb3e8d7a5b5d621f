#include "advisor/rank_correlation.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace banyan::advisor {
namespace {

int order_of(double x, double y) {
    return static_cast<int>(x > y) - static_cast<int>(x < y);
}

}  // namespace

std::vector<int> ranks_of(std::span<const double> values) {
    std::vector<int> ranks;
    for (const double x : values) {
        ranks.push_back(1 +
                        static_cast<int>(std::count_if(values.begin(), values.end(), [&](double y) { return y < x; })));
    }
    return ranks;
}

double kendall_tau(std::span<const double> a, std::span<const double> b) {
    if (a.size() != b.size()) throw std::invalid_argument("a rank correlation needs two lists of the same length");
    double agreement = 0;
    double different_in_a = 0;
    double different_in_b = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const int in_a = order_of(a[i], a[j]);
            const int in_b = order_of(b[i], b[j]);
            agreement += in_a * in_b;
            different_in_a += in_a * in_a;
            different_in_b += in_b * in_b;
        }
    }
    if (different_in_a == 0 || different_in_b == 0) return 0;
    return agreement / std::sqrt(different_in_a * different_in_b);
}

}  // namespace banyan::advisor
