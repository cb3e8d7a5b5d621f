// The reference: Cooley and Tukey's butterflies after a bit reversal, in place.
#include <bit>
#include <numbers>
#include <string>

#include "banyan/grid/fft.hpp"
#include "banyan/grid/index_shuffle.hpp"
#include "banyan/part/error.hpp"

namespace banyan::grid {

void radix2_transform(std::span<std::complex<double>> points, fft_direction direction) {
    const auto n = static_cast<std::int64_t>(points.size());
    if (!std::has_single_bit(points.size()))
        throw part::error("radix2_transform: " + std::to_string(n) + " points, allowed: powers of two");
    const int bits = std::countr_zero(points.size());
    for (std::int64_t i = 0; i < n; ++i)
        if (const std::int64_t j = bit_reversed(i, bits); i < j)
            std::swap(points[static_cast<std::size_t>(i)], points[static_cast<std::size_t>(j)]);
    const double sign = direction == fft_direction::forward ? -1 : 1;
    for (std::size_t half = 1; half < points.size(); half *= 2)
        for (std::size_t j = 0; j < half; ++j) {
            const auto w =
                std::polar(1.0, sign * std::numbers::pi * static_cast<double>(j) / static_cast<double>(half));
            for (std::size_t i = j; i < points.size(); i += 2 * half) {
                const std::complex<double> a = points[i], b = points[i + half] * w;
                points[i] = a + b;
                points[i + half] = a - b;
            }
        }
    if (direction == fft_direction::inverse)
        for (std::complex<double>& x : points)
            x /= static_cast<double>(n);
}

}  // namespace banyan::grid
