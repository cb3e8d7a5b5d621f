// Histograms with logarithmic bins.
#include "tools/banyan/time_histogram.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <vector>

namespace time_histogram_test {

using namespace banyan::tools;

TEST_CASE("the limits of the bins are 1, 2, 5, 10, ... us") {
    CHECK(lower_limit_ns(0) == 0);
    const std::vector<std::int64_t> first{1'000, 2'000, 5'000, 10'000, 20'000, 50'000, 100'000};
    for (std::size_t i = 0; i < first.size(); ++i)
        CHECK(lower_limit_ns(i + 1) == first[i]);
    CHECK(lower_limit_ns(time_histogram::bins - 1) == 50'000'000'000);
    CHECK(lower_limit_text(0) == "0");
    CHECK(lower_limit_text(3) == "5 us");
    CHECK(lower_limit_text(12) == "5 ms");
    CHECK(lower_limit_text(19) == "1 s");
}

TEST_CASE("a time at a limit belongs to the bin that begins there") {
    for (std::size_t bin = 1; bin < time_histogram::bins; ++bin) {
        CHECK(bin_of(lower_limit_ns(bin)) == bin);
        CHECK(bin_of(lower_limit_ns(bin) - 1) == bin - 1);
    }
    CHECK(bin_of(0) == 0);
    CHECK(bin_of(1'000'000'000'000'000) == time_histogram::bins - 1);
}

TEST_CASE("a histogram counts random times as a search through them does") {
    std::mt19937_64 random(41);
    for (int world = 0; world < 100; ++world) {
        std::vector<std::int64_t> times(1 + random() % 300);
        for (auto& t : times)
            t = static_cast<std::int64_t>(random() >> (24 + random() % 40));
        const time_histogram h = histogram_of(times);
        for (std::size_t bin = 0; bin < time_histogram::bins; ++bin) {
            const auto inside = [&](std::int64_t t) { return t >= lower_limit_ns(bin) && t < lower_limit_ns(bin + 1); };
            CHECK(h.counts[bin] == static_cast<std::uint64_t>(std::ranges::count_if(times, inside)));
        }
        CHECK(h.count == times.size());
        double total = 0;
        for (const auto t : times)
            total += static_cast<double>(t) * 1e-9;
        CHECK(h.total_s == Approx(total));
        const auto not_above = [&](double s) {
            return std::ranges::count_if(times,
                                         [&](auto t) { return static_cast<double>(t) * 1e-9 <= s * (1 + 1e-12); });
        };
        const auto size = static_cast<double>(times.size());
        CHECK(static_cast<double>(not_above(h.median_s)) >= 0.5 * size);
        CHECK(static_cast<double>(not_above(h.p95_s)) >= 0.95 * size);
        CHECK(not_above(h.max_s) == static_cast<std::ptrdiff_t>(times.size()));
        CHECK(h.median_s <= h.p95_s);
        CHECK(h.p95_s <= h.max_s);
    }
}

TEST_CASE("a histogram without times is empty") {
    const time_histogram h = histogram_of({});
    CHECK(h.count == 0);
    CHECK(h.mean_s() == 0);
    CHECK(h.median_s == 0);
    CHECK(std::ranges::count(h.counts, 0U) == static_cast<std::ptrdiff_t>(time_histogram::bins));
}

}  // namespace time_histogram_test
