#include "banyan/part/speeds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "banyan/part/error.hpp"

namespace banyan::part {
namespace {

void check_count(std::size_t count) {
    if (count < 1 || count > static_cast<std::size_t>(speeds::max_processors))
        throw error(fmt::format("speeds: {} processors, allowed: 1 to {}", count, speeds::max_processors));
}

void check_each(std::span<const double> values) {
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!std::isfinite(values[i]) || values[i] <= 0)
            throw error(fmt::format("speeds: speed {} of processor {}, allowed: finite numbers above 0", values[i], i));
}

void check_ratio(std::span<const double> values) {
    const auto [slowest, fastest] = std::ranges::minmax_element(values);
    if (*fastest / speeds::max_ratio > *slowest)
        throw error(
            fmt::format("speeds: speed {} of processor {} is more than {:g} times slower than speed {} of processor {}",
                        *slowest, slowest - values.begin(), speeds::max_ratio, *fastest, fastest - values.begin()));
}

}  // namespace

speeds::speeds(std::vector<double> values) : values_(std::move(values)) {
    check_count(values_.size());
    check_each(values_);
    check_ratio(values_);
    std::vector<double> sorted = values_;  // sorted before the sum, so that the total does not depend on their order
    std::ranges::sort(sorted);
    total_ = std::accumulate(sorted.begin(), sorted.end(), 0.0);
    if (!std::isfinite(total_)) throw error("speeds: their sum is too large for a double");
}

speeds speeds::equal(int processors) {
    check_count(processors < 0 ? 0 : static_cast<std::size_t>(processors));
    return speeds(std::vector<double>(static_cast<std::size_t>(processors), 1.0));
}

bool speeds::all_equal() const {
    return std::ranges::all_of(values_, [&](double v) { return v == values_.front(); });
}

std::vector<int> speeds::descending() const {
    std::vector<int> order(values_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](int a, int b) { return (*this)[a] > (*this)[b]; });
    return order;
}

}  // namespace banyan::part
