#include "libgrid/fft/point_steps.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <type_traits>

namespace banyan::grid {
namespace {

template <std::int64_t Count>
using fixed_count = std::integral_constant<std::int64_t, Count>;

// Count is a constant, with which the compiler unrolls the inner loop, or a number. block(q) is the first point of
// block q.
template <class Count, class Blocks>
void deal(const std::complex<double>* from, Blocks block, Count count, std::int64_t length) {
    for (std::int64_t t = 0; t < length; ++t)
        for (std::int64_t q = 0; q < count; ++q)
            block(q)[t] = from[t * count + q];
}

template <class Count, class Blocks>
void collect(Blocks block, std::complex<double>* to, Count count, std::int64_t length) {
    for (std::int64_t t = 0; t < length; ++t)
        for (std::int64_t q = 0; q < count; ++q)
            to[t * count + q] = block(q)[t];
}

#ifdef __SSE2__
template <class Count, class Blocks>
void collect_past_cache(Blocks block, std::complex<double>* to, Count count, std::int64_t length) {
    for (std::int64_t t = 0; t < length; ++t)
        for (std::int64_t q = 0; q < count; ++q)
            _mm_stream_pd(reinterpret_cast<double*>(to + t * count + q),
                          _mm_loadu_pd(reinterpret_cast<const double*>(block(q) + t)));
    _mm_sfence();  // before anything that another thread may read afterwards
}
#endif

// The first points of blocks that follow each other.
template <class Point>
auto successive(Point* first, std::int64_t length) {
    return [=](std::int64_t q) { return first + q * length; };
}

auto anywhere(std::span<std::complex<double>* const> blocks) {
    return [=](std::int64_t q) { return blocks[static_cast<std::size_t>(q)]; };
}

// Calls pass(count), with the most frequent counts as constants.
template <class Pass>
void with_count(std::int64_t count, Pass pass) {
    if (count == 2) return pass(fixed_count<2>());
    if (count == 4) return pass(fixed_count<4>());
    pass(count);
}

}  // namespace

void deal_points(const std::complex<double>* from, std::complex<double>* to, std::int64_t count, std::int64_t length) {
    with_count(count, [&](auto number) { deal(from, successive(to, length), number, length); });
}

void collect_points(const std::complex<double>* from, std::complex<double>* to, std::int64_t count,
                    std::int64_t length) {
    with_count(count, [&](auto number) { collect(successive(from, length), to, number, length); });
}

void deal_points(const std::complex<double>* from, std::span<std::complex<double>* const> blocks, std::int64_t length) {
    with_count(std::ssize(blocks), [&](auto number) { deal(from, anywhere(blocks), number, length); });
}

void collect_points(std::span<std::complex<double>* const> blocks, std::complex<double>* to, std::int64_t length) {
    with_count(std::ssize(blocks), [&](auto number) { collect(anywhere(blocks), to, number, length); });
}

void collect_points_to_memory(std::span<std::complex<double>* const> blocks, std::complex<double>* to,
                              std::int64_t length) {
#ifdef __SSE2__
    constexpr std::uintptr_t vector_bytes = 16;
    if (reinterpret_cast<std::uintptr_t>(to) % vector_bytes == 0)
        return with_count(std::ssize(blocks),
                          [&](auto number) { collect_past_cache(anywhere(blocks), to, number, length); });
#endif
    collect_points(blocks, to, length);
}

void interleave(std::span<const std::complex<double>> even, std::span<const std::complex<double>> odd,
                std::complex<double>* to) {
    for (std::size_t t = 0; t < even.size(); ++t) {
        to[2 * t] = even[t];
        to[2 * t + 1] = odd[t];
    }
}

void separate(const std::complex<double>* from, std::span<std::complex<double>> even,
              std::span<std::complex<double>> odd) {
    for (std::size_t t = 0; t < even.size(); ++t) {
        even[t] = from[2 * t];
        odd[t] = from[2 * t + 1];
    }
}

void add_points(std::span<const std::complex<double>> own, std::span<const std::complex<double>> partner, double scale,
                std::span<std::complex<double>> result) {
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = (own[i] + partner[i]) * scale;
}

void subtract_points(std::span<const std::complex<double>> own, std::span<const std::complex<double>> partner,
                     double scale, std::span<std::complex<double>> result) {
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = (partner[i] - own[i]) * scale;
}

}  // namespace banyan::grid
