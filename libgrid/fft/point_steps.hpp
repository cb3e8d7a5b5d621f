// The passes over the points of a rank between its transforms and exchanges. Pure.
#pragma once

#include <complex>
#include <cstdint>
#include <span>

namespace banyan::grid {

/// Deals points to `count` blocks of `length` points in turn: block q gets the points q, q + count, ...
void deal_points(const std::complex<double>* from, std::complex<double>* to, std::int64_t count, std::int64_t length);
/// Undoes deal_points().
void collect_points(const std::complex<double>* from, std::complex<double>* to, std::int64_t count,
                    std::int64_t length);
/// The same with blocks anywhere in memory: blocks[q] is the first point of block q.
void deal_points(const std::complex<double>* from, std::span<std::complex<double>* const> blocks, std::int64_t length);
void collect_points(std::span<std::complex<double>* const> blocks, std::complex<double>* to, std::int64_t length);
/// The same, but writes to memory and not to the cache, if the processor can and `to` is a multiple of 16. Then the old
/// values of `to` are not read into the cache first. Faster only if they are not there, as in large arrays.
void collect_points_to_memory(std::span<std::complex<double>* const> blocks, std::complex<double>* to,
                              std::int64_t length);
/// to[2 t] = even[t], to[2 t + 1] = odd[t].
void interleave(std::span<const std::complex<double>> even, std::span<const std::complex<double>> odd,
                std::complex<double>* to);
/// Undoes interleave().
void separate(const std::complex<double>* from, std::span<std::complex<double>> even,
              std::span<std::complex<double>> odd);

/// (own + partner) * scale. `result` may be one of the operands, here and below.
void add_points(std::span<const std::complex<double>> own, std::span<const std::complex<double>> partner, double scale,
                std::span<std::complex<double>> result);
/// (partner - own) * scale.
void subtract_points(std::span<const std::complex<double>> own, std::span<const std::complex<double>> partner,
                     double scale, std::span<std::complex<double>> result);

}  // namespace banyan::grid
