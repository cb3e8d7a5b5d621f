#include "banyan/grid/compute_time_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "banyan/part/error.hpp"

namespace banyan::grid {

compute_time_estimate::compute_time_estimate(int memory) : memory_(memory) {
    if (memory < 1) throw part::error("memory: " + std::to_string(memory) + ", allowed: whole numbers from 1");
}

void compute_time_estimate::add(double seconds) {
    if (!(seconds >= 0) || !std::isfinite(seconds))
        throw part::error("compute time: " + std::to_string(seconds) + " s, allowed: finite numbers from 0");
    times_ = std::min(times_ + 1, memory_);
    const double weight = 1.0 / times_;
    const double difference = seconds - mean_;
    mean_ += weight * difference;
    variance_ = (1 - weight) * (variance_ + weight * difference * difference);
}

double compute_time_estimate::deviation() const {
    return std::sqrt(variance_);
}

}  // namespace banyan::grid
