#include "tests/examples/thermal/serial_thermal.hpp"

namespace banyan::testing {

namespace {

// The 40 more operations of the 50-flop variant: Horner's rule with 20 coefficients, the last one 0.
double lose_heat(double t) {
    double sum = -1e-4;
    for (int k = 1; k < 20; ++k) {
        const double coefficient = k == 19 ? 0.0 : (k % 2 == 0 ? -1e-4 : 1e-5) / (k + 1);
        sum = sum * (t * 0.01) + coefficient;
    }
    return t + sum;
}

}  // namespace

std::vector<double> serial_thermal(std::vector<double> now, std::int64_t rows, std::int64_t cols, int flops,
                                   int iterations) {
    const auto at = [&](std::vector<double>& f, std::int64_t r, std::int64_t c) -> double& {
        return f[static_cast<std::size_t>(((r + rows) % rows) * cols + (c + cols) % cols)];
    };
    for (std::int64_t r = 0; r < rows; ++r)
        at(now, r, cols / 2) = 100.0;
    std::vector<double> next(now.size());
    for (int i = 0; i < iterations; ++i) {
        for (std::int64_t r = 0; r < rows; ++r) {
            for (std::int64_t c = 0; c < cols; ++c) {
                const double mean = (at(now, r - 1, c) + at(now, r + 1, c) + at(now, r, c + 1) + at(now, r, c - 1)) / 4;
                at(next, r, c) = flops == 50 ? lose_heat(mean) : mean;
            }
            at(next, r, cols / 2) = 100.0;
        }
        now.swap(next);
    }
    return now;
}

}  // namespace banyan::testing
