// The numbers of a link from the times of messages there and back, for links whose numbers are known.
#include "libnet/collectives/link_measurement.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <utility>

namespace link_measurement_test {

using namespace banyan::net;

namespace {

constexpr double start_s = 20e-6;
constexpr timed_trip shortest{8, 2 * start_s};

// Of a link where the first bytes of a message take no time.
timed_trip trip_of(std::size_t bytes, double free_bytes, double byte_s) {
    return {bytes, 2 * (start_s + std::max(0.0, static_cast<double>(bytes) - free_bytes) * byte_s)};
}

// The last of ten trips there and back. The link of each rank is a token bucket, which fills while the other one sends.
timed_trip trip_through_buckets(std::size_t bytes, double bucket_bytes, double byte_s) {
    const auto length = static_cast<double>(bytes);
    std::array<double, 2> tokens{bucket_bytes, bucket_bytes};
    double trip_s = 0;
    for (int message = 0; message < 20; ++message) {
        if (message % 2 == 0) trip_s = 0;
        double& own = tokens[static_cast<std::size_t>(message % 2)];
        double& other = tokens[static_cast<std::size_t>(1 - message % 2)];
        const double seconds = start_s + std::max(0.0, length - own) * byte_s;
        own = std::max(0.0, own - length);
        other = std::min(bucket_bytes, other + seconds / byte_s);
        trip_s += seconds;
    }
    return {bytes, trip_s};
}

// A trip after a pause between two ranks that poll while a message arrives. Each has 2.5 ms of CPU time in a period of
// 10 ms; a rank that has used them up stops until the next period.
double trip_with_quotas(std::size_t bytes, double free_bytes, double byte_s) {
    constexpr double quota_s = 2.5e-3, period_s = 10e-3;
    const double arrival_s = trip_of(bytes, free_bytes, byte_s).seconds / 2;
    return 2 * (arrival_s <= quota_s ? arrival_s : std::ceil(arrival_s / period_s) * period_s);
}

}  // namespace

TEST_CASE("The free bytes of a token bucket are found although messages that follow one another have fewer of them") {
    constexpr double bucket_bytes = 25000, byte_s = 84e-9;  // 2 ms of 100 Mbit/s
    const std::size_t bytes = GENERATE(std::size_t{32768}, std::size_t{65536});
    const timed_trip half = trip_through_buckets(bytes, bucket_bytes, byte_s);
    const timed_trip whole = trip_through_buckets(2 * bytes, bucket_bytes, byte_s);
    const timed_trip twice = trip_through_buckets(4 * bytes, bucket_bytes, byte_s);
    CAPTURE(bytes, byte_time(half, whole));
    CHECK(byte_time(half, whole) <= byte_s * 1.001);
    REQUIRE(may_have_free_bytes(shortest, half, whole));
    CHECK(byte_time(whole, twice) == Approx(byte_s));
    const double found = free_bytes_of(shortest, half, byte_time(whole, twice));
    CHECK(found > bucket_bytes / 2);
    CHECK(found <= bucket_bytes * 1.001);
    // with 32 KiB, the time of a byte is too short, and the bytes that it gives would count as noise
    if (bytes == 32768) CHECK(free_bytes_of(shortest, half, byte_time(half, whole)) == 0);
}

TEST_CASE("Trips after pauses give the time for a byte and the free bytes of a slow link between ranks with quotas") {
    const double free_bytes = GENERATE(0.0, 10000.0, 20000.0, 25000.0, 33000.0, 50000.0);
    const double byte_s = GENERATE(84e-9, 40e-9);
    const bool first_is_disturbed = GENERATE(false, true);
    bool is_first = true;
    const auto trips = trips_after_pauses(shortest, [&](std::size_t bytes) {
        const bool stops = std::exchange(is_first, false) && first_is_disturbed;
        return trip_with_quotas(bytes, free_bytes, byte_s) + (stops ? 7.5e-3 : 0);
    });
    CAPTURE(free_bytes, byte_s, first_is_disturbed);
    REQUIRE(trips.has_value());
    const double found_s = byte_time(trips->shorter, trips->longer);
    CHECK(found_s == Approx(byte_s));
    CHECK(free_bytes_of(shortest, trips->shorter, found_s) == Approx(free_bytes));
}

TEST_CASE("Trips after pauses give nothing for a fast link") {
    std::size_t longest = 0;
    const auto trips = trips_after_pauses(shortest, [&](std::size_t bytes) {
        longest = std::max(longest, bytes);
        return trip_of(bytes, 0, 0.1e-9).seconds;
    });
    CHECK_FALSE(trips.has_value());
    CHECK(longest >= 128 * 1024);
    CHECK(longest <= 256 * 1024);
}

TEST_CASE("A message follows a pause only between ranks with less than one core and on a slow link") {
    CHECK(needs_pauses(0.25, 84e-9));  // 100 Mbit/s
    CHECK(needs_pauses(0.99, 840e-9));
    CHECK_FALSE(needs_pauses(1, 84e-9));
    CHECK_FALSE(needs_pauses(0.25, 8e-9));
    CHECK_FALSE(needs_pauses(0.25, 1e-12));
}

TEST_CASE("A round of all hosts takes longer on a shared network than on a switched one, also with free bytes") {
    const auto hosts = static_cast<std::size_t>(GENERATE(2, 3, 8));
    const double byte_s = GENERATE(84e-9, 8e-9);
    const double free_bytes = GENERATE(0.0, 23000.0);
    const double noise = GENERATE(0.8, 1.0, 1.3);
    const link_times link{.start_s = start_s, .byte_s = byte_s, .free_bytes = free_bytes};
    const std::size_t bytes = 16384 + static_cast<std::size_t>(free_bytes);
    const double alone_s = trip_of(bytes, free_bytes, byte_s).seconds / 2;
    CAPTURE(hosts, byte_s, free_bytes, noise);
    CHECK(shared_byte_time({hosts, bytes, noise * alone_s}, link, free_bytes) == 0);
    // on a cable, the bytes of all hosts pass one after another
    const double together_s = trip_of(hosts * bytes, free_bytes, byte_s).seconds / 2;
    CHECK(shared_byte_time({hosts, bytes, together_s}, link, free_bytes) == Approx(byte_s));
    if (free_bytes > 0) return;
    // if rounds follow each other, no bytes of the link are free
    const link_times with_bucket{.start_s = start_s, .byte_s = byte_s, .free_bytes = 23000};
    CHECK(shared_byte_time({hosts, bytes, together_s}, with_bucket, 0) == Approx(byte_s));
}

TEST_CASE("Between ranks with less than one core, a gap is at least a send and at most a start-up") {
    const link_times link{.start_s = 8e-6, .gap_s = GENERATE(0.2e-6, 6e-6, 8e-6), .byte_s = 84e-9};
    CHECK(gap_with_sends(link, 0.1e-6) == link.gap_s);
    CHECK(gap_with_sends(link, 7e-6) == std::max(link.gap_s, 7e-6));
    CHECK(gap_with_sends(link, 20e-6) == link.start_s);
}

TEST_CASE("A link without free bytes needs no longer messages, also if its times vary by a tenth") {
    const double byte_s = GENERATE(80e-9, 8e-9, 0.1e-9);
    const std::size_t bytes = GENERATE(std::size_t{16384}, std::size_t{65536});
    const double noise = GENERATE(0.93, 1.0, 1.1);
    timed_trip half = trip_of(bytes, 0, byte_s);
    half.seconds = shortest.seconds + noise * (half.seconds - shortest.seconds);
    CAPTURE(byte_s, bytes, noise);
    CHECK_FALSE(may_have_free_bytes(shortest, half, trip_of(2 * bytes, 0, byte_s)));
}

TEST_CASE("The free bytes of a link and its time for a byte are found from the times of messages") {
    const double byte_s = GENERATE(80e-9, 8e-9);
    const std::size_t bytes = GENERATE(std::size_t{16384}, std::size_t{65536});
    const double free_part = GENERATE(0.4, 0.7, 1.0);
    const double free_bytes = free_part * static_cast<double>(bytes);
    const timed_trip half = trip_of(bytes, free_bytes, byte_s), whole = trip_of(2 * bytes, free_bytes, byte_s);
    CAPTURE(bytes, free_part);
    CHECK(byte_time(half, whole) == Approx(byte_s));
    CHECK(free_bytes_of(shortest, half, byte_s) == Approx(free_bytes));
    CHECK(free_bytes_of(shortest, trip_of(bytes / 4, free_bytes, byte_s), byte_s) ==
          Approx(static_cast<double>(bytes / 4)));  // not more than the length
}

TEST_CASE("A link without free bytes has none, also if its times vary by a quarter") {
    const double byte_s = GENERATE(80e-9, 8e-9, 0.1e-9, 1e-12);
    const std::size_t bytes = GENERATE(std::size_t{16384}, std::size_t{65536}, std::size_t{131072});
    const double noise = GENERATE(0.75, 1.0, 1.25);
    timed_trip longer = trip_of(bytes, 0, byte_s);
    longer.seconds = shortest.seconds + noise * (longer.seconds - shortest.seconds);
    CAPTURE(byte_s, bytes, noise);
    CHECK(free_bytes_of(shortest, longer, byte_s) == 0);
}

TEST_CASE("Free bytes that save less time than a start-up are noise") {
    const timed_trip as_fast_as_short{65536, shortest.seconds};
    CHECK(free_bytes_of(shortest, as_fast_as_short, 1e-9) == 65536);
    CHECK(free_bytes_of(shortest, as_fast_as_short, 1e-10) == 0);
}

TEST_CASE("The time for a byte is above 0, and no bytes are free, if a longer message is not slower") {
    const timed_trip half{65536, 300e-6}, whole{131072, 250e-6};
    const double byte_s = byte_time(half, whole);
    CHECK(byte_s > 0);
    CHECK(byte_s < 1e-9);
    CHECK(free_bytes_of(shortest, half, byte_s) == 0);
    CHECK(free_bytes_of(shortest, {65536, shortest.seconds / 2}, byte_s) == 0);
}

}  // namespace link_measurement_test
