// Random numbers for the methods. A seed gives the same numbers with every compiler and standard library.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <utility>
#include <vector>

namespace banyan::part {

/// Uniform random numbers from one seed.
class random_source {
  public:
    explicit random_source(std::uint64_t seed) : engine_(seed) {}

    /// In [0, 1).
    double unit() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }
    /// In 0 .. count - 1; 1 <= count, and far below 2^53.
    std::int64_t below(std::int64_t count) { return static_cast<std::int64_t>(unit() * static_cast<double>(count)); }
    /// Uniform bytes.
    void fill(std::vector<std::uint8_t>& bytes) {
        for (std::size_t i = 0; i < bytes.size(); i += 8) {
            std::uint64_t drawn = engine_();
            for (std::size_t j = i; j < std::min(i + 8, bytes.size()); ++j, drawn >>= 8)
                bytes[j] = static_cast<std::uint8_t>(drawn & 0xff);
        }
    }

  private:
    std::mt19937_64 engine_;
};

/// Shuffles the values; every order is equally likely (Fisher and Yates).
template <class T>
void shuffle(std::span<T> values, random_source& random) {
    for (std::int64_t left = std::ssize(values); left > 1; --left)
        std::swap(values[static_cast<std::size_t>(left - 1)], values[static_cast<std::size_t>(random.below(left))]);
}

/// A shuffled copy, with few cache misses: each value goes to a random one of 256 buckets, and each bucket is shuffled
/// by itself (Rao; Sandelius 1962). Every order is equally likely.
template <class T>
std::vector<T> shuffled(const std::vector<T>& values, random_source& random) {
    std::vector<std::uint8_t> bucket_of(values.size());
    random.fill(bucket_of);
    std::array<std::size_t, 257> starts{};
    for (std::uint8_t bucket : bucket_of)
        ++starts[bucket + std::size_t{1}];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<T> result(values.size());
    std::array<std::size_t, 257> next = starts;
    for (std::size_t i = 0; i < values.size(); ++i)
        result[next[bucket_of[i]]++] = values[i];
    for (std::size_t bucket = 0; bucket < 256; ++bucket)
        shuffle(std::span(result).subspan(starts[bucket], starts[bucket + 1] - starts[bucket]), random);
    return result;
}

}  // namespace banyan::part
