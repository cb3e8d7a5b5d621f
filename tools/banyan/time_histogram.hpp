// Histograms of times with logarithmic bins. Pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace banyan::tools {

/// Bins with the limits 1, 2, 5, 10, ... us up to 50 s. Bin 0 has times below 1 us, the last one those from 50 s.
struct time_histogram {
    static constexpr std::size_t bins = 25;

    std::array<std::uint64_t, bins> counts{};
    std::uint64_t count = 0;
    double total_s = 0;
    double median_s = 0;
    double p95_s = 0;
    double max_s = 0;
    [[nodiscard]] double mean_s() const { return count == 0 ? 0 : total_s / static_cast<double>(count); }
};

/// The lower limit of a bin in nanoseconds; of bin `bins`: the largest number.
std::int64_t lower_limit_ns(std::size_t bin);
std::size_t bin_of(std::int64_t ns);
/// "5 us", "200 ms", "0" for bin 0.
std::string lower_limit_text(std::size_t bin);

/// Times in nanoseconds, none negative. The median and the 95th percentile are the smallest times that at least 50 %
/// and 95 % of the samples do not exceed.
time_histogram histogram_of(std::span<const std::int64_t> times);

}  // namespace banyan::tools
