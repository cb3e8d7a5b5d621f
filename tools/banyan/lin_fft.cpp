#include "tools/banyan/lin_fft.hpp"

#include <cmath>
#include <functional>

namespace banyan::tools {
namespace {

using grid::fft_exchange;
using grid::fft_layout;

constexpr int largest_bits = 40;
constexpr int most_processors = 64;

using hybrid_is_slower = std::function<bool(double n)>;

/// The exponent of the least power of two from which hybrid is never slower, 0 .. 40.
std::optional<int> bits_until_faster(const hybrid_is_slower& slower, int least_bits) {
    for (int bits = largest_bits; bits >= least_bits; --bits)
        if (slower(std::exp2(bits))) return bits == largest_bits ? std::nullopt : std::optional(bits + 1);
    return least_bits;
}

std::optional<std::int64_t> power_from(const hybrid_is_slower& slower, int least_bits) {
    const auto bits = bits_until_faster(slower, least_bits);
    return bits ? std::optional(std::int64_t{1} << *bits) : std::nullopt;
}

/// The difference of the times is linear in n, so there is one change between two powers of two.
std::optional<std::int64_t> least_points(const hybrid_is_slower& slower) {
    const auto bits = bits_until_faster(slower, 0);
    if (!bits) return std::nullopt;
    std::int64_t high = std::int64_t{1} << *bits;
    std::int64_t low = high / 2;  // 0 if hybrid is never slower
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (slower(static_cast<double>(middle)) ? low : high) = middle;
    }
    return high;
}

// As printed, a point has one byte: b bytes a point are b points.
hybrid_is_slower by_printed_times(double p, double point_bytes, const grid::fft_network& network) {
    return [=](double n) {
        return grid::printed_fft_time(fft_layout::hybrid, n * point_bytes, p, network) >
               grid::printed_fft_time(fft_layout::cyclic, n * point_bytes, p, network);
    };
}

hybrid_is_slower by_exact_times(double p, double point_bytes, const grid::fft_network& network) {
    return [=](double n) {
        return grid::hybrid_fft_time(fft_exchange::direct, n, p, point_bytes, network) >
               grid::fft_time(fft_layout::cyclic, n, p, point_bytes, network);
    };
}

hybrid_is_slower by_library(double p, double point_bytes, const grid::fft_network& network) {
    return [=](double n) { return grid::fastest_fft_layout(n, p, point_bytes, network) != fft_layout::hybrid; };
}

fft_crossover_row crossover_row(int processors, double point_bytes, const grid::fft_network& network) {
    const double p = processors;
    const auto printed = by_printed_times(p, point_bytes, network);
    const auto exact = by_exact_times(p, point_bytes, network);
    const int least_bits = 2 * static_cast<int>(std::log2(p));
    return {processors,
            {grid::printed_hybrid_crossover(p, network) / point_bytes, least_points(printed)},
            {grid::hybrid_crossover(p, point_bytes, network), least_points(exact)},
            power_from(printed, least_bits),
            power_from(exact, least_bits),
            power_from(by_library(p, point_bytes, network), least_bits)};
}

}  // namespace

std::vector<fft_crossover_row> fft_crossovers(const grid::fft_network& network, double point_bytes) {
    std::vector<fft_crossover_row> rows;
    for (int processors = 2; processors <= most_processors; processors *= 2)
        rows.push_back(crossover_row(processors, point_bytes, network));
    return rows;
}

part::figure fft_crossover_figure(const std::vector<fft_crossover_row>& rows) {
    part::curve printed{"printed formula", {}}, exact{"exact counts", {}}, least{"p^2, the smallest transform", {}};
    for (const fft_crossover_row& row : rows) {
        const double p = row.processors;
        if (std::isfinite(row.printed.formula) && row.printed.formula > 0)
            printed.points.emplace_back(p, row.printed.formula);
        if (std::isfinite(row.exact.formula) && row.exact.formula > 0) exact.points.emplace_back(p, row.exact.formula);
        least.points.emplace_back(p, p * p);
    }
    return {"lin_fft",    "Points from which hybrid is as fast as cyclic (Lin 1995, 5.2.1)",
            "processors", "points",
            true,         {printed, exact, least}};
}

}  // namespace banyan::tools
