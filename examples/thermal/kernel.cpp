#include "examples/thermal/kernel.hpp"

#include <array>

namespace thermal {

namespace {

// Functions of the inner loop are always inlined, so that they are compiled for the instructions of their caller.
#define THERMAL_INLINE [[gnu::always_inline]] inline

THERMAL_INLINE double average(double north, double south, double east, double west) {
    return (north + south + east + west) * 0.25;
}

// Coefficients of the heat loss, highest power first. 19 steps of Horner's rule are 38 operations; scaling and adding
// are two more. At temperature 0 there is no loss.
constexpr auto loss = [] {
    std::array<double, 20> c{};
    for (std::size_t k = 0; k + 1 < c.size(); ++k)
        c[k] = (k % 2 == 0 ? -1e-4 : 1e-5) / static_cast<double>(k + 1);
    return c;
}();

THERMAL_INLINE double with_loss(double mean) {
    const double x = mean * 0.01;
    double p = loss[0];
#pragma GCC unroll 20
    for (std::size_t k = 1; k < loss.size(); ++k)
        p = p * x + loss[k];
    return mean + p;
}

struct plain_work {
    THERMAL_INLINE double operator()(double mean) const { return mean; }
};
struct work_with_loss {
    THERMAL_INLINE double operator()(double mean) const { return with_loss(mean); }
};

template <class Work>
THERMAL_INLINE void sweep_rows(const double* from, double* to, const sweep_size& size, Work work) {
    for (std::int64_t r = 0; r < size.rows; ++r) {
        const double* __restrict here = from + r * size.stride;
        const double* __restrict north = here - size.stride;
        const double* __restrict south = here + size.stride;
        double* __restrict out = to + r * size.stride;
        for (std::int64_t c = 0; c < size.cols; ++c)
            out[c] = work(average(north[c], south[c], here[c + 1], here[c - 1]));
    }
}

THERMAL_INLINE void sweep_with(variant work, const double* from, double* to, const sweep_size& size) {
    if (work == variant::flops_10)
        sweep_rows(from, to, size, plain_work());
    else
        sweep_rows(from, to, size, work_with_loss());
}

#if defined(__x86_64__)
// In the cache, vectors of four numbers are faster than the two that every x86-64 has. The order of operations and the
// rounding are the same.
[[gnu::target("avx2")]] void sweep_avx2(variant work, const double* from, double* to, const sweep_size& size) {
    sweep_with(work, from, to, size);
}
const bool has_avx2 = __builtin_cpu_supports("avx2");
#endif

}  // namespace

void sweep(variant work, const double* from, double* to, const sweep_size& size) {
#if defined(__x86_64__)
    if (has_avx2) return sweep_avx2(work, from, to, size);
#endif
    sweep_with(work, from, to, size);
}

}  // namespace thermal
