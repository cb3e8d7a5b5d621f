#include "libgrid/fft/row_factors.hpp"

#include <algorithm>
#include <numbers>

namespace banyan::grid {
namespace {

std::complex<double> root_power(std::int64_t n, std::int64_t power) {
    return std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(power % n) / static_cast<double>(n));
}

// Plain multiplication: std::complex also treats infinities.
std::complex<double> plain_product(std::complex<double> a, std::complex<double> b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace

row_factors::row_factors(std::int64_t n, std::int64_t row, std::int64_t first, std::int64_t count) {
    for (std::int64_t k = 0; k < count; k += tile)
        coarse_.push_back(root_power(n, row * (first + k)));
    for (std::int64_t i = 0; i < std::min(tile, count); ++i)
        fine_.push_back(root_power(n, row * i));
}

void row_factors::multiply(std::complex<double>* x, std::int64_t at, std::int64_t points, bool conjugated,
                           double scale) const {
    const double sign = conjugated ? -1 : 1;
    for (std::int64_t done = 0; done < points;) {
        const std::int64_t i = (at + done) % tile;
        const std::int64_t here = std::min(tile - i, points - done);
        const std::complex<double> start = coarse_[static_cast<std::size_t>((at + done) / tile)] * scale;
        const std::complex<double>* const fine = fine_.data() + i;
        for (std::int64_t j = 0; j < here; ++j) {
            const std::complex<double> w = plain_product(start, fine[j]);
            x[done + j] = plain_product(x[done + j], {w.real(), sign * w.imag()});
        }
        done += here;
    }
}

}  // namespace banyan::grid
