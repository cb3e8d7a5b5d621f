// The factors between the two parts of a transform, from short tables. Pure.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

namespace banyan::grid {

/// The powers w_n^(row k), w_n = exp(-2 pi i / n), of `count` consecutive k from `first` on. The tables have about
/// count / 256 + 256 numbers, so they stay in the cache; a factor is the product of two of them.
class row_factors {
  public:
    row_factors(std::int64_t n, std::int64_t row, std::int64_t first, std::int64_t count);

    /// The factors of k = first + at + i for i < points: start * fine[i].
    struct piece {
        std::complex<double> start;
        const std::complex<double>* fine;
        std::int64_t points;
    };
    /// As many of the factors of `points` successive k from first + at on as have one start; at least one. The number
    /// depends on `at` and `points` only.
    [[nodiscard]] piece piece_at(std::int64_t at, std::int64_t points) const;

    /// x[i] *= scale * factor of k = first + at + i, i < points; with the conjugates if `conjugated`.
    void multiply(std::complex<double>* x, std::int64_t at, std::int64_t points, bool conjugated, double scale) const;

  private:
    static constexpr std::int64_t tile = 256;
    std::vector<std::complex<double>> coarse_;  // of every 256th k
    std::vector<std::complex<double>> fine_;    // w_n^(row i), i < 256
};

/// The factors of `rows` rows, from row 0 on.
[[nodiscard]] std::vector<row_factors> factors_of_rows(std::int64_t n, std::int64_t rows, std::int64_t first,
                                                       std::int64_t count);

}  // namespace banyan::grid
