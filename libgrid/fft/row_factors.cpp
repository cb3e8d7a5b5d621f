#include "libgrid/fft/row_factors.hpp"

#include <algorithm>
#include <numbers>

namespace banyan::grid {
namespace {

std::complex<double> root_power(std::int64_t n, std::int64_t power) {
    return std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(power % n) / static_cast<double>(n));
}

// x[j] *= start * fine[j], of which the imaginary part has a sign. Plain multiplication: std::complex also treats
// infinities. Without fused operations, so every processor gets the same bits.
[[gnu::always_inline]] inline void multiply_by_products(double* x, const double* fine, std::complex<double> start,
                                                        double sign, std::int64_t points) {
    const double sr = start.real(), si = start.imag();
    for (std::int64_t j = 0; j < 2 * points; j += 2) {
        const double wr = sr * fine[j] - si * fine[j + 1];
        const double wi = sign * (sr * fine[j + 1] + si * fine[j]);
        const double xr = x[j], xi = x[j + 1];
        x[j] = xr * wr - xi * wi;
        x[j + 1] = xr * wi + xi * wr;
    }
}

using multiply_function = void (*)(double*, const double*, std::complex<double>, double, std::int64_t);

void multiply_plain(double* x, const double* fine, std::complex<double> start, double sign, std::int64_t points) {
    multiply_by_products(x, fine, start, sign, points);
}

#ifdef __x86_64__
[[gnu::target("avx2")]] void multiply_avx2(double* x, const double* fine, std::complex<double> start, double sign,
                                           std::int64_t points) {
    multiply_by_products(x, fine, start, sign, points);
}
const multiply_function fastest_multiply = __builtin_cpu_supports("avx2") ? &multiply_avx2 : &multiply_plain;
#else
const multiply_function fastest_multiply = &multiply_plain;
#endif

}  // namespace

row_factors::row_factors(std::int64_t n, std::int64_t row, std::int64_t first, std::int64_t count) {
    for (std::int64_t k = 0; k < count; k += tile)
        coarse_.push_back(root_power(n, row * (first + k)));
    for (std::int64_t i = 0; i < std::min(tile, count); ++i)
        fine_.push_back(root_power(n, row * i));
}

row_factors::piece row_factors::piece_at(std::int64_t at, std::int64_t points) const {
    const std::int64_t i = at % tile;
    return {coarse_[static_cast<std::size_t>(at / tile)], fine_.data() + i, std::min(tile - i, points)};
}

void row_factors::multiply(std::complex<double>* x, std::int64_t at, std::int64_t points, bool conjugated,
                           double scale) const {
    const double sign = conjugated ? -1 : 1;
    for (std::int64_t done = 0; done < points;) {
        const piece next = piece_at(at + done, points - done);
        fastest_multiply(reinterpret_cast<double*>(x + done), reinterpret_cast<const double*>(next.fine),
                         next.start * scale, sign, next.points);
        done += next.points;
    }
}

std::vector<row_factors> factors_of_rows(std::int64_t n, std::int64_t rows, std::int64_t first, std::int64_t count) {
    std::vector<row_factors> all;
    for (std::int64_t row = 0; row < rows; ++row)
        all.emplace_back(n, row, first, count);
    return all;
}

}  // namespace banyan::grid
