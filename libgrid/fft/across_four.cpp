#include "libgrid/fft/across_four.hpp"

#include <algorithm>

namespace banyan::grid {
namespace {

/// The numbers of four rows, and the factors of each: start * fine[i].
struct four_parts {
    bool back;                 // the inverse
    double scale = 1;          // of the inverse
    std::int64_t numbers = 0;  // of a row, two for each point
    std::array<double*, 4> rows{};
    std::array<const double*, 4> fine{};
    std::array<std::complex<double>, 4> start{};
};

// The results of a piece are complete before they are written to the rows. The compiler knows that they do not overlap
// the rows, and so it uses vector instructions.
constexpr std::int64_t numbers_of_piece = 128;
using piece_results = std::array<std::array<double, numbers_of_piece>, 4>;

/// The factor start * fine, with a plain multiplication: std::complex also treats infinities.
struct plain_factor {
    double re, im;
    [[gnu::always_inline]] plain_factor(std::complex<double> start, const double* fine)
        : re(start.real() * fine[0] - start.imag() * fine[1]), im(start.real() * fine[1] + start.imag() * fine[0]) {}
};

[[gnu::always_inline]] inline void put_product(double* to, double re, double im, const plain_factor& by) {
    to[0] = re * by.re - im * by.im;
    to[1] = re * by.im + im * by.re;
}

[[gnu::always_inline]] inline void transform_piece(const four_parts& all, std::int64_t at, std::int64_t numbers,
                                                   piece_results& to) {
    const double *const a = all.rows[0] + at, *const b = all.rows[1] + at, *const c = all.rows[2] + at,
                        *const d = all.rows[3] + at;
    const double *const f1 = all.fine[1] + at, *const f2 = all.fine[2] + at, *const f3 = all.fine[3] + at;
    const std::complex<double> s1 = all.start[1], s2 = all.start[2], s3 = all.start[3];
    double *const y0 = to[0].data(), *const y1 = to[1].data(), *const y2 = to[2].data(), *const y3 = to[3].data();
    for (std::int64_t j = 0; j < numbers; j += 2) {
        const double even_re = a[j] + c[j], even_im = a[j + 1] + c[j + 1];
        const double even_less_re = a[j] - c[j], even_less_im = a[j + 1] - c[j + 1];
        const double odd_re = b[j] + d[j], odd_im = b[j + 1] + d[j + 1];
        const double odd_less_re = b[j] - d[j], odd_less_im = b[j + 1] - d[j + 1];
        y0[j] = even_re + odd_re;
        y0[j + 1] = even_im + odd_im;
        put_product(y1 + j, even_less_re + odd_less_im, even_less_im - odd_less_re, {s1, f1 + j});
        put_product(y2 + j, even_re - odd_re, even_im - odd_im, {s2, f2 + j});
        put_product(y3 + j, even_less_re - odd_less_im, even_less_im + odd_less_re, {s3, f3 + j});
    }
}

[[gnu::always_inline]] inline void transform_piece_back(const four_parts& all, std::int64_t at, std::int64_t numbers,
                                                        piece_results& to) {
    const double *const a = all.rows[0] + at, *const b = all.rows[1] + at, *const c = all.rows[2] + at,
                        *const d = all.rows[3] + at;
    const double *const f1 = all.fine[1] + at, *const f2 = all.fine[2] + at, *const f3 = all.fine[3] + at;
    const std::complex<double> s1 = all.start[1], s2 = all.start[2], s3 = all.start[3];
    const double scale = all.start[0].real();  // the factors of row 0 are 1
    double *const y0 = to[0].data(), *const y1 = to[1].data(), *const y2 = to[2].data(), *const y3 = to[3].data();
    for (std::int64_t j = 0; j < numbers; j += 2) {
        const plain_factor w1(s1, f1 + j), w2(s2, f2 + j), w3(s3, f3 + j);
        const double a_re = scale * a[j], a_im = scale * a[j + 1];
        const double b_re = b[j] * w1.re + b[j + 1] * w1.im, b_im = b[j + 1] * w1.re - b[j] * w1.im;
        const double c_re = c[j] * w2.re + c[j + 1] * w2.im, c_im = c[j + 1] * w2.re - c[j] * w2.im;
        const double d_re = d[j] * w3.re + d[j + 1] * w3.im, d_im = d[j + 1] * w3.re - d[j] * w3.im;
        y0[j] = (a_re + c_re) + (b_re + d_re);
        y0[j + 1] = (a_im + c_im) + (b_im + d_im);
        y1[j] = (a_re - c_re) - (b_im - d_im);
        y1[j + 1] = (a_im - c_im) + (b_re - d_re);
        y2[j] = (a_re + c_re) - (b_re + d_re);
        y2[j + 1] = (a_im + c_im) - (b_im + d_im);
        y3[j] = (a_re - c_re) + (b_im - d_im);
        y3[j + 1] = (a_im - c_im) - (b_re - d_re);
    }
}

[[gnu::always_inline]] inline void transform_in_pieces(const four_parts& all) {
    piece_results results;
    for (std::int64_t at = 0; at < all.numbers; at += numbers_of_piece) {
        const std::int64_t numbers = std::min(numbers_of_piece, all.numbers - at);
        if (all.back)
            transform_piece_back(all, at, numbers, results);
        else
            transform_piece(all, at, numbers, results);
        for (std::size_t q = 0; q < 4; ++q)
            std::copy_n(results[q].data(), numbers, all.rows[q] + at);
    }
}

using four_step = void (*)(const four_parts&);

void four_plain(const four_parts& all) {
    transform_in_pieces(all);
}

#ifdef __x86_64__
[[gnu::target("avx2")]] void four_avx2(const four_parts& all) {
    transform_in_pieces(all);
}
const four_step fastest_four = __builtin_cpu_supports("avx2") ? &four_avx2 : &four_plain;
#else
const four_step fastest_four = &four_plain;
#endif

void run_four(four_parts all, const four_rows& rows, std::span<const row_factors> factors, std::int64_t first,
              std::int64_t points) {
    for (std::int64_t done = 0; done < points;) {
        std::int64_t here = 0;
        for (std::size_t q = 0; q < 4; ++q) {
            const row_factors::piece next = factors[q].piece_at(first + done, points - done);
            all.rows[q] = reinterpret_cast<double*>(rows[q] + done);
            all.fine[q] = reinterpret_cast<const double*>(next.fine);
            all.start[q] = next.start * all.scale;
            here = next.points;  // the same in each row
        }
        all.numbers = 2 * here;
        fastest_four(all);
        done += here;
    }
}

}  // namespace

void transform_across_four(const four_rows& rows, std::span<const row_factors> factors, std::int64_t first,
                           std::int64_t points) {
    run_four({.back = false}, rows, factors, first, points);
}

void transform_across_four_back(const four_rows& rows, std::span<const row_factors> factors, std::int64_t first,
                                std::int64_t points, double scale) {
    run_four({.back = true, .scale = scale}, rows, factors, first, points);
}

}  // namespace banyan::grid
