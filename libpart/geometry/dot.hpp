// The inner product of two vectors of the same length.
#pragma once

#include <numeric>
#include <vector>

namespace banyan::part {

inline double dot(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace banyan::part
