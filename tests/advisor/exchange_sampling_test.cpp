// Measurements on simulated networks: their times are known, so nothing waits.
#include "advisor/exchange_sampling.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "advisor/exchange_model.hpp"

namespace exchange_sampling_test {

using namespace banyan::advisor;

namespace {

const std::vector<int> kinds{0, 1, 2, 4};  // a single message, and rings
const std::vector<std::size_t> sizes{8, 32, 128, 512, 2048, 8192};
constexpr int tasks = 4;

/// A network whose bytes are those of all tasks, as on one cable.
struct cable {
    double latency_s = 0;
    double byte_s = 0;
    int ring_tasks = tasks;

    [[nodiscard]] double seconds(int messages, std::size_t bytes) const {
        const double together = messages == 0 ? 1 : messages * ring_tasks;
        return latency_s * std::max(1, messages) + byte_s * together * static_cast<double>(bytes);
    }
};

const cable fast{50e-6, 1e-9};
const cable slow{120e-6, 0.85e-6};  // 10 Mbit/s

struct finished_sampling {
    std::vector<std::vector<double>> samples;
    double seconds = 0;           // of all passes
    double longest_sample_s = 0;  // of any exchange

    [[nodiscard]] const std::vector<double>& of(std::size_t kind, std::size_t size) const {
        return samples.at(kind * (samples.size() / kinds.size()) + size);
    }
};

/// Runs the measurement. round_s(messages, bytes, rounds) is the time of one round. Each pass and each sample begins
/// with a synchronization.
template <class RoundTime>
finished_sampling simulate(const sampling_options& options, double synchronization_s, RoundTime round_s) {
    exchange_sampling sampling(options);
    finished_sampling found;
    for (;;) {
        const std::vector<int> rounds = sampling.next_pass();
        if (std::all_of(rounds.begin(), rounds.end(), [](int n) { return n == 0; })) break;
        double pass_s = synchronization_s;
        std::vector<double> times(rounds.size());
        for (std::size_t e = 0; e < rounds.size(); ++e) {
            if (rounds[e] == 0) continue;
            const int messages = options.messages[e / options.bytes.size()];
            times[e] = round_s(messages, options.bytes[e % options.bytes.size()], rounds[e]);
            const double sample_s = (messages == 0 ? 2 : 1) * rounds[e] * times[e];
            found.longest_sample_s = std::max(found.longest_sample_s, sample_s);
            pass_s += synchronization_s + sample_s;
        }
        sampling.add_pass(times, pass_s);
        found.seconds += pass_s;
    }
    for (std::size_t e = 0; e < options.messages.size() * options.bytes.size(); ++e) {
        found.samples.push_back(sampling.samples(e));
    }
    return found;
}

auto times_on(const cable& network) {
    return [network](int messages, std::size_t bytes, int) { return network.seconds(messages, bytes); };
}

std::size_t left_out(const finished_sampling& found) {
    return static_cast<std::size_t>(
        std::count_if(found.samples.begin(), found.samples.end(), [](const auto& one) { return one.empty(); }));
}

/// Each kind has its shortest sizes, at least three of them, and each exchange has at least three samples.
void check_enough_is_measured(const finished_sampling& found) {
    const auto sizes_of_kind = found.samples.size() / kinds.size();
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        std::size_t measured = 0;
        for (std::size_t size = 0; size < sizes_of_kind; ++size) {
            if (found.of(kind, size).empty()) continue;
            CHECK(found.of(kind, size).size() >= 3);
            CHECK(measured == size);
            ++measured;
        }
        CHECK(measured >= 3);
    }
}

/// The exchanges with samples, as the exchange probe reports them.
std::vector<exchange_samples> as_exchanges(const finished_sampling& found) {
    std::vector<exchange_samples> out;
    for (std::size_t e = 0; e < found.samples.size(); ++e) {
        if (found.samples[e].empty()) continue;
        const int messages = kinds[e / sizes.size()];
        const double each = std::max(1, messages), together = messages == 0 ? 1 : each * tasks;
        const auto bytes = static_cast<double>(sizes[e % sizes.size()]);
        out.push_back({{each, together, each * bytes, together * bytes}, found.samples[e]});
    }
    return out;
}

}  // namespace

TEST_CASE("on a fast network every exchange gets all samples") {
    const auto found = simulate({kinds, sizes, 2.0, 31}, 20e-6, times_on(fast));
    for (const auto& samples : found.samples)
        CHECK(samples.size() == 31);
    CHECK(found.seconds <= 2.0);
}

TEST_CASE("on a slow network the measurement ends in its time without the longest exchange") {
    const auto found = simulate({kinds, sizes, 0.8, 31}, 0.4e-3, times_on(slow));
    CHECK(found.seconds <= 0.8 * 1.05);
    check_enough_is_measured(found);
    CHECK(left_out(found) == 1);
    CHECK(found.of(3, 5).empty());  // four messages of 8192 bytes at once
    CHECK(left_out(simulate({kinds, sizes, 1.5, 31}, 0.4e-3, times_on(slow))) == 0);
}

TEST_CASE("the model of the exchanges that fit also predicts those that were left out") {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        std::mt19937_64 random(seed);
        std::normal_distribution<double> noise(0.0, 0.02);
        const auto found = simulate({kinds, sizes, 0.6, 31}, 0.4e-3, [&](int messages, std::size_t bytes, int) {
            return slow.seconds(messages, bytes) * std::exp(noise(random));
        });
        CHECK(left_out(found) >= 1);
        const auto model = fit_exchanges(as_exchanges(found));
        const exchange_load four{4, 4.0 * tasks, 4.0 * 8192, 4.0 * tasks * 8192};
        CHECK(model.seconds(four) == Approx(slow.seconds(4, 8192)).epsilon(0.1));
    }
}

TEST_CASE("a message that takes a large part of the time is not sent") {
    const std::vector<std::size_t> up_to_1_mib{8, 32, 128, 512, 2048, 8192, 32768, 131072, 1 << 20};
    const auto found = simulate({kinds, up_to_1_mib, 0.9, 31}, 0.4e-3, times_on(slow));
    CHECK(found.seconds <= 0.9 * 1.05);
    CHECK(found.longest_sample_s <= 0.3);  // three samples fit
    check_enough_is_measured(found);
    CHECK_FALSE(found.of(0, 5).empty());
}

TEST_CASE("the time is kept on networks of all kinds") {
    const std::vector<std::size_t> up_to_256_kib{8, 48, 288, 1728, 10368, 62208, 262144};
    for (unsigned seed = 1; seed <= 100; ++seed) {
        std::mt19937_64 random(seed);
        std::uniform_real_distribution<double> exponent(0.0, 1.0);
        std::uniform_int_distribution<int> any_tasks(2, 16);
        std::normal_distribution<double> noise(0.0, 0.1);
        const cable network{10e-6 * std::pow(30.0, exponent(random)), 1e-10 * std::pow(1e4, exponent(random)),
                            any_tasks(random)};
        const auto found =
            simulate({kinds, up_to_256_kib, 1.0, 31}, network.latency_s, [&](int messages, std::size_t bytes, int) {
                return network.seconds(messages, bytes) * std::exp(noise(random));
            });
        INFO("seed " << seed);
        CHECK(found.seconds <= 1.15);
        check_enough_is_measured(found);
    }
}

TEST_CASE("samples are shortened before exchanges are left out") {
    // The first round is so fast that a sample gets ten rounds, which then are slow.
    const auto found = simulate({kinds, sizes, 0.6, 31}, 50e-6, [](int messages, std::size_t, int rounds) {
        return rounds == 1 ? 0.1e-3 : 0.7e-3 * std::max(1, messages);
    });
    CHECK(left_out(found) == 0);
    check_enough_is_measured(found);
    CHECK(found.seconds <= 0.6 * 1.1);
}

TEST_CASE("a delayed sample does not leave out longer messages") {
    for (int delayed = 0; delayed < 48; ++delayed) {
        int calls = 0;
        const auto found = simulate({kinds, sizes, 2.0, 31}, 20e-6, [&](int messages, std::size_t bytes, int rounds) {
            return fast.seconds(messages, bytes) + (calls++ == delayed ? 0.2 / rounds : 0.0);
        });
        INFO("delayed " << delayed);
        CHECK(left_out(found) == 0);
    }
}

TEST_CASE("without time the shortest sizes get the fewest samples") {
    const auto found = simulate({kinds, sizes, 0.0, 31}, 0.4e-3, times_on(slow));
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        for (std::size_t size = 0; size < sizes.size(); ++size) {
            CHECK(found.of(kind, size).size() == (size < 3 ? 3 : 0));
        }
    }
    CHECK(left_out(simulate({kinds, {8}, 0.0, 1}, 0.0, times_on(slow))) == 0);
}

TEST_CASE("exchanges of the same time get equally many samples") {
    const auto found = simulate({{1}, {8, 16, 32}, 0.3, 31}, 0.0, [](int, std::size_t, int) { return 5e-3; });
    REQUIRE(found.samples.size() == 3);
    for (const auto& samples : found.samples)
        CHECK((samples.size() >= 19 && samples.size() <= 20));
}

}  // namespace exchange_sampling_test
