#include "advisor/repartition.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace banyan::advisor {

interval repartition_measurement::saving_s(std::int64_t steps_left) const {
    const auto steps = static_cast<double>(steps_left);
    return {gain_s.lo * steps - move_interval_s.hi, gain_s.hi * steps - move_interval_s.lo};
}

double repartition_measurement::expected_saving_s(std::int64_t steps_left) const {
    return (old_s - new_s) * static_cast<double>(steps_left) - move_s;
}

std::int64_t repartition_measurement::pays_from() const {
    constexpr double most = 1e18;
    if (!(gain_s.lo > 0)) return -1;
    const double steps = std::floor(move_interval_s.hi / gain_s.lo) + 1;
    return steps <= most ? static_cast<std::int64_t>(steps) : -1;
}

repartition_decision decide_repartition(std::span<const repartition_measurement> measured, std::int64_t steps_left) {
    if (measured.empty()) throw std::invalid_argument("a decision needs a measurement");
    if (steps_left < 0) throw std::invalid_argument("the number of iterations that are left is negative");
    const auto pays = [&](const auto& one) { return one.saving_s(steps_left).lo > 0; };
    if (!std::ranges::all_of(measured, pays)) return repartition_decision::keep;
    return measured.size() > needed_confirmations ? repartition_decision::move : repartition_decision::measure_again;
}

}  // namespace banyan::advisor
