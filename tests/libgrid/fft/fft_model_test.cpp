// The formulas of the layouts, and where hybrid begins to pay.
#include "banyan/grid/fft_model.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "banyan/part/error.hpp"

namespace fft_model_test {

using namespace banyan::grid;

namespace {

// Lin's values for the IBM SP-2.
constexpr fft_network sp2{40e-6, 0.028e-6, 0.01e-6};

}  // namespace

TEST_CASE("fft model: printed (5.1) and (5.2) are equal at the printed cross-over") {
    for (const double p : {4.0, 8.0, 64.0}) {
        const double n = printed_hybrid_crossover(p, sp2);
        const double cyclic = printed_fft_time(fft_layout::cyclic, n, p, sp2);
        CHECK(printed_fft_time(fft_layout::hybrid, n, p, sp2) == Approx(cyclic).epsilon(1e-12));
        CHECK(printed_fft_time(fft_layout::hybrid, 2 * n, p, sp2) <
              printed_fft_time(fft_layout::blocked, 2 * n, p, sp2));
    }
    // 4 (4 - 2) 40 us / (1 x 0.048 us)
    CHECK(printed_hybrid_crossover(4, sp2) == Approx(8 * 40 / 0.048));
    CHECK(printed_hybrid_crossover(1, sp2) == 0);
    CHECK(std::isinf(printed_hybrid_crossover(2, sp2)));
}

TEST_CASE("fft model: the times are equal at the derived cross-over of the direct exchange") {
    for (const double p : {4.0, 8.0, 64.0}) {
        const double n = hybrid_crossover(p, 16, sp2);
        const auto direct = [&](double points) { return hybrid_fft_time(fft_exchange::direct, points, p, 16, sp2); };
        CHECK(direct(n) == Approx(fft_time(fft_layout::cyclic, n, p, 16, sp2)).epsilon(1e-12));
        CHECK(direct(n * 1.01) < fft_time(fft_layout::blocked, n * 1.01, p, 16, sp2));
        CHECK(direct(n * 0.99) > fft_time(fft_layout::blocked, n * 0.99, p, 16, sp2));
    }
}

TEST_CASE("fft model: the combined exchange is faster than cyclic for short transforms, unless copies are slow") {
    const fft_network slow_copies{sp2.start_s, sp2.byte_s, sp2.byte_s};
    const fft_network fast_copies{sp2.start_s, sp2.byte_s, sp2.byte_s / 10};
    for (const double p : {8.0, 64.0}) {
        const double short_n = hybrid_crossover(p, 16, sp2) / 2, long_n = 100 * hybrid_crossover(p, 16, sp2);
        CHECK(hybrid_fft_time(fft_exchange::combined, short_n, p, 16, fast_copies) <
              fft_time(fft_layout::cyclic, short_n, p, 16, fast_copies));
        CHECK(hybrid_fft_time(fft_exchange::combined, long_n, p, 16, fast_copies) >
              hybrid_fft_time(fft_exchange::direct, long_n, p, 16, fast_copies));
        CHECK(fastest_fft_layout(short_n, p, 16, fast_copies) == fft_layout::hybrid);
        CHECK(fastest_fft_layout(short_n, p, 16, slow_copies) == fft_layout::cyclic);
        CHECK(fastest_fft_layout(long_n, p, 16, slow_copies) == fft_layout::hybrid);
    }
}

TEST_CASE("fft model: hybrid is never slower on two ranks, contrary to the printed formulas") {
    for (const double n : {4.0, 1e3, 1e9}) {
        CHECK(fft_time(fft_layout::hybrid, n, 2, 16, sp2) < fft_time(fft_layout::cyclic, n, 2, 16, sp2));
        CHECK(printed_fft_time(fft_layout::hybrid, n, 2, sp2) > printed_fft_time(fft_layout::cyclic, n, 2, sp2));
    }
    CHECK(hybrid_crossover(2, 16, sp2) == 0);
    CHECK(hybrid_crossover(1, 16, sp2) == 0);
    CHECK(fastest_fft_layout(8, 1, 16, sp2) == fft_layout::hybrid);
}

TEST_CASE("fft model: the printed cross-over, without its copies, is above the derived one") {
    const fft_network no_copies{sp2.start_s, sp2.byte_s, 0};
    for (double p = 4; p <= 1024; p *= 2)
        CHECK(printed_hybrid_crossover(p, no_copies) > hybrid_crossover(p, 1, no_copies));
}

TEST_CASE("fft model: a network without a time per byte, and a layout without a time") {
    CHECK(std::isinf(hybrid_crossover(8, 16, {1e-6, 0, 0})));
    CHECK_THROWS_AS(fft_time(fft_layout::automatic, 64, 4, 16, sp2), banyan::part::error);
    CHECK(std::string(name_of(fft_layout::hybrid)) == "hybrid");
}

}  // namespace fft_model_test
