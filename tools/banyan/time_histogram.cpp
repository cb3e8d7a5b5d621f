#include "tools/banyan/time_histogram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace banyan::tools {
namespace {

std::int64_t limit(std::size_t bin) {
    constexpr std::int64_t steps[] = {1, 2, 5};
    std::int64_t decade = 1000;  // 1 us
    for (std::size_t i = 3; i <= bin - 1; i += 3)
        decade *= 10;
    return decade * steps[(bin - 1) % 3];
}

double quantile_s(const std::vector<std::int64_t>& sorted, std::size_t percent) {
    if (sorted.empty()) return 0;
    return static_cast<double>(sorted[(sorted.size() * percent + 99) / 100 - 1]) * 1e-9;
}

}  // namespace

std::int64_t lower_limit_ns(std::size_t bin) {
    if (bin == 0) return 0;
    return bin < time_histogram::bins ? limit(bin) : std::numeric_limits<std::int64_t>::max();
}

std::size_t bin_of(std::int64_t ns) {
    std::size_t bin = 0;
    while (bin + 1 < time_histogram::bins && ns >= lower_limit_ns(bin + 1))
        ++bin;
    return bin;
}

std::string lower_limit_text(std::size_t bin) {
    const std::int64_t ns = lower_limit_ns(bin);
    if (ns >= 1'000'000'000) return fmt::format("{} s", ns / 1'000'000'000);
    if (ns >= 1'000'000) return fmt::format("{} ms", ns / 1'000'000);
    return ns == 0 ? "0" : fmt::format("{} us", ns / 1000);
}

time_histogram histogram_of(std::span<const std::int64_t> times) {
    std::vector<std::int64_t> sorted(times.begin(), times.end());
    std::sort(sorted.begin(), sorted.end());
    time_histogram h;
    h.count = sorted.size();
    for (const std::int64_t ns : sorted)
        ++h.counts[bin_of(ns)];
    h.total_s = std::accumulate(sorted.begin(), sorted.end(), 0.0) * 1e-9;
    h.median_s = quantile_s(sorted, 50);
    h.p95_s = quantile_s(sorted, 95);
    h.max_s = quantile_s(sorted, 100);
    return h;
}

}  // namespace banyan::tools
