// Clock readings from simulated round trips: offset, drift, and delays that differ between the directions.
#include "libnet/tracing/clock_alignment.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <random>
#include <vector>

namespace clock_alignment_test {

using namespace banyan::net::tracing;

namespace {

/// Another clock that is ahead and gains time.
struct simulated_clock {
    nanoseconds offset;
    double drift;
    [[nodiscard]] nanoseconds at(nanoseconds own) const {
        return own + offset + std::llround(drift * static_cast<double>(own));
    }
};

/// Round trips from `begin` on: each direction takes at least `least` and an exponential delay of its own mean.
std::vector<clock_sample> round_trips(const simulated_clock& other, nanoseconds begin, nanoseconds least,
                                      double mean_there, double mean_back, std::mt19937_64& random) {
    std::exponential_distribution<double> there(1 / mean_there);
    std::exponential_distribution<double> back(1 / mean_back);
    std::vector<clock_sample> samples;
    nanoseconds time = begin;
    for (int i = 0; i < 64; ++i) {
        clock_sample s;
        s.left = time;
        const nanoseconds answered = s.left + least + std::llround(there(random));
        s.other = other.at(answered);
        s.came = answered + least + std::llround(back(random));
        time = s.came + 1000;
        samples.push_back(s);
    }
    return samples;
}

}  // namespace

TEST_CASE("a reading without delays is exact, and no samples give no reading") {
    CHECK_FALSE(best_reading({}).has_value());
    const std::vector<clock_sample> backwards{{100, 500, 90}};
    CHECK_FALSE(best_reading(backwards).has_value());
    const std::vector<clock_sample> samples{{100, 1150, 200}, {300, 1310, 320}, {400, 1900, 900}};
    CHECK(*best_reading(samples) == clock_reading{310, 1000, 11});
}

TEST_CASE("the true offset is within the error of a reading, also if one direction is slower") {
    std::mt19937_64 random(7);
    for (int world = 0; world < 300; ++world) {
        const simulated_clock other{
            std::uniform_int_distribution<nanoseconds>(-1'000'000'000'000, 1'000'000'000'000)(random),
            std::uniform_real_distribution<double>(-1e-4, 1e-4)(random)};
        const double slow = world % 3 == 0 ? 200e3 : 5e3;
        const auto reading = best_reading(round_trips(other, 0, 20'000, 5e3, slow, random));
        REQUIRE(reading);
        const nanoseconds truth = other.at(reading->at) - reading->at;
        INFO("offset " << other.offset << " drift " << other.drift);
        // The drift of 1e-4 adds at most a ten thousandth of the round trip.
        CHECK(std::abs(reading->offset - truth) <= reading->error + reading->error / 1000 + 1);
        CHECK(reading->error < 200'000);
    }
}

TEST_CASE("two readings give the drift, and times between and beyond them are converted") {
    std::mt19937_64 random(11);
    constexpr nanoseconds run = 60'000'000'000;
    for (const double drift : {-8e-5, 0.0, 3e-6, 1e-4}) {
        const simulated_clock other{-123'456'789'012, drift};
        std::vector<clock_reading> readings;
        for (const nanoseconds begin : {nanoseconds{0}, run})
            readings.push_back(*best_reading(round_trips(other, begin, 20'000, 4e3, 40e3, random)));
        const clock_alignment clock(readings);
        const auto bound = readings[0].error + readings[1].error;
        CHECK(std::abs(clock.drift() - drift) <= static_cast<double>(bound) / static_cast<double>(run));
        for (nanoseconds own = 0; own <= run; own += run / 16)
            CHECK(std::abs(clock.to_other(own) - other.at(own)) <= bound + 10);
    }
}

TEST_CASE("one reading has no drift, and without readings the clocks are equal") {
    const std::vector<clock_reading> one{{500, -40, 1}};
    CHECK(clock_alignment(one).drift() == 0);
    CHECK(clock_alignment(one).to_other(1000) == 960);
    CHECK(clock_alignment().to_other(1234) == 1234);
    CHECK(clock_alignment(std::span<const clock_reading>()).to_other(-5) == -5);
    const std::vector<clock_reading> at_once{{500, -40, 1}, {500, -30, 1}};
    CHECK(clock_alignment(at_once).drift() == 0);
}

}  // namespace clock_alignment_test
