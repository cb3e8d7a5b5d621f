// The optimal sizes of Lin's techniques against brute force, and the model of overlap against a walk over the pipeline.
#include "libnet/schedules/lin_model.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

namespace lin_model_test {

using namespace banyan::net;

namespace {

// Start-up, sending and copying in different proportions; the first is Lin's IBM SP-2 (in microseconds).
lin_parameters every_network() {
    return GENERATE(lin_parameters{40, 0.028, 0.01}, lin_parameters{40, 0.01, 0.028}, lin_parameters{5, 1, 1},
                    lin_parameters{1000, 0.08, 0.0002}, lin_parameters{3, 2, 0}, lin_parameters{3, 0, 2},
                    lin_parameters{0, 1, 0.5});
}

// Packing, sending and unpacking of m bytes in chunks of h, each stage busy with one chunk at a time. `start_up_alone`:
// the sender packs nothing during T0, and the channel is idle.
double walk_overlapped(const lin_parameters& model, int m, int h, bool start_up_alone) {
    double packed = 0, sent = 0, unpacked = 0;
    for (int begin = 0; begin < m; begin += h) {
        const double chunk = std::min(h, m - begin);
        packed = packed + chunk * model.copy_byte_s;
        if (start_up_alone) packed = std::max(packed, sent) + model.start_s;
        const double start = std::max(packed, sent) + (start_up_alone ? 0 : model.start_s);
        sent = start + chunk * model.byte_s;
        unpacked = std::max(sent, unpacked) + chunk * model.copy_byte_s;
    }
    return unpacked;
}

bool nearly_at_most(double a, double b) {
    return a <= b * (1 + 1e-12) + 1e-12;
}

}  // namespace

TEST_CASE("The optimal chunk has the shortest time of all chunks") {
    const lin_parameters network = every_network();
    const int m = GENERATE(1, 2, 7, 100, 1000, 20000);
    const std::size_t best = optimal_chunk(network, static_cast<std::size_t>(m));
    CAPTURE(network.start_s, network.byte_s, network.copy_byte_s, m, best);
    REQUIRE(best >= 1);
    REQUIRE(best <= static_cast<std::size_t>(m));
    const double shortest = overlapped_time(network, m, static_cast<double>(best));
    for (int h = 1; h <= m; ++h)
        REQUIRE(nearly_at_most(shortest, overlapped_time(network, m, h)));
}

TEST_CASE("The overlapped time is an upper bound of the pipeline, and one chunk is the plain way") {
    const lin_parameters network = every_network();
    const int m = 5040;
    const int h = GENERATE(1, 5, 7, 60, 1008, 5040);  // divisors of m
    CAPTURE(network.start_s, network.byte_s, network.copy_byte_s, h);
    CHECK(nearly_at_most(walk_overlapped(network, m, h, false), overlapped_time(network, m, h)));
    CHECK(overlapped_time(network, m, m) == Approx(one_to_one_time(network, m)));
    CHECK(walk_overlapped(network, m, m, true) == Approx(one_to_one_time(network, m)));
}

TEST_CASE("The overlapped time is exact if nothing overlaps the start-up") {
    // Sending is slower than copying, so the channel never waits for a copy: start-ups and sending follow each other.
    const lin_parameters network{40, 0.028, 0.01};
    const int h = GENERATE(5, 60, 1008);
    CHECK(walk_overlapped(network, 5040, h, false) == Approx(overlapped_time(network, 5040, h)));
}

TEST_CASE("The optimal number of groups has the shortest time of all numbers") {
    const lin_parameters network = every_network();
    const int p = GENERATE(1, 2, 3, 16, 33, 64, 1000);
    const double m = GENERATE(0.0, 1.0, 100.0, 1e4, 1e6);
    const int best = optimal_groups(network, p, m);
    CAPTURE(network.start_s, network.byte_s, network.copy_byte_s, p, m, best);
    REQUIRE(best >= 1);
    REQUIRE(best <= p);
    for (int g = 1; g <= p; ++g)
        REQUIRE(nearly_at_most(two_level_time(network, p, m, best), two_level_time(network, p, m, g)));
}

TEST_CASE("The number of groups is near sqrt(p) if start-up dominates, and p if the bytes do") {
    CHECK(optimal_groups({40, 0.028, 0.01}, 64, 1) == 8);
    CHECK(optimal_groups({40, 0.028, 0.01}, 64, 1e6) == 64);
    CHECK(two_level_time({40, 0.028, 0.01}, 64, 1, 8) < one_to_many_time({40, 0.028, 0.01}, 64, 1));
}

TEST_CASE("The optimal first part has the shortest time of all, and no smaller one has") {
    const lin_parameters network = every_network();
    const int p = GENERATE(1, 2, 7, 64);
    const double m = GENERATE(1.0, 100.0, 1e5);
    const double best = optimal_first_part(network, p, m);
    CAPTURE(network.start_s, network.byte_s, network.copy_byte_s, p, m, best);
    REQUIRE(best >= 0);
    REQUIRE(best <= m);
    const double shortest = three_phase_time(network, p, m, best);
    for (int i = 0; i <= 1000; ++i) {
        const double first = m * i / 1000;
        REQUIRE(nearly_at_most(shortest, three_phase_time(network, p, m, first)));
        if (first < best * 0.999) REQUIRE(three_phase_time(network, p, m, first) > shortest * (1 + 1e-12));
    }
    const double slower = std::max(network.byte_s, network.copy_byte_s);
    CHECK(shortest == Approx(2 * network.start_s + p * m * slower + m * network.copy_byte_s));
}

TEST_CASE("Three phases hide all but 1 / (p + 1) of the copying if sending is slower") {
    const lin_parameters network{0, 0.028, 0.01};
    const double plain = many_to_one_time(network, 8, 1e5);
    const double overlapped = three_phase_time(network, 8, 1e5, optimal_first_part(network, 8, 1e5));
    const double sending = 8 * 1e5 * network.byte_s;
    CHECK((overlapped - sending) * 9 == Approx(plain - sending));
}

}  // namespace lin_model_test
