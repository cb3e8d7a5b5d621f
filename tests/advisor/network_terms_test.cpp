// The self-test of the analysis: on a simulated network with known numbers, noise, delayed rounds and a drift, the true
// values are inside the printed intervals.
#include "advisor/network_terms.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <utility>

namespace network_terms_test {

using namespace banyan::advisor;

namespace {

constexpr int tasks = 4;
constexpr int rounds = 31;

struct true_network {
    double send_s = 4e-6;
    double receive_s = 6e-6;
    double lambda_s = 70e-6;  // of a single message, overheads included
    double tau = 1.2e-9;
    std::map<int, double> gamma{{1, 1.5}, {2, 2.6}, {4, 5.0}};  // by messages of a task
    std::map<std::pair<std::string, int>, double> gamma_at{
        {{"one link", 2}, 2.0}, {{"one link", 4}, 4.0}, {{"one host", 2}, 1.6}, {{"the medium", 2}, 1.0}};
};

class simulator {
  public:
    explicit simulator(unsigned seed, double noise = 0.15) : random_(seed), noise_(0.0, noise) {}

    // The computer becomes 8 % slower while it is measured; 3 % of the rounds are delayed by ten milliseconds.
    std::vector<double> measure(double truth, int count = rounds) {
        std::vector<double> seconds;
        for (int round = 0; round < count; ++round) {
            const double drift = 1 + 0.08 * (static_cast<double>(round) / (count - 1) - 0.5);
            seconds.push_back(truth * drift * std::exp(noise_(random_)) + (spike_(random_) ? 10e-3 : 0.0));
        }
        return seconds;
    }

    network_samples measure(const true_network& network) {
        network_samples samples;
        for (double bytes = 8; bytes <= 1 << 18; bytes *= 4) {
            samples.exchanges.push_back({{1, 1, bytes, bytes}, measure(network.lambda_s + network.tau * bytes)});
            for (const auto& [k, gamma] : network.gamma) {
                samples.exchanges.push_back({{1.0 * k, 1.0 * k * tasks, k * bytes, k * tasks * bytes},
                                             measure(network.lambda_s * k + network.tau * gamma * bytes)});
            }
        }
        samples.overheads = {measure(network.send_s), measure(network.receive_s)};
        for (const double bytes : {8.0, 1.0 * (1 << 18)}) {
            samples.contention.push_back({"one link", 1, bytes, measure(network.lambda_s + network.tau * bytes)});
            for (const auto& [at, gamma] : network.gamma_at) {
                const double latency_s = network.lambda_s * (1 + 0.2 * at.second);
                samples.contention.push_back(
                    {at.first, at.second, bytes, measure(latency_s + network.tau * gamma * bytes)});
            }
        }
        return samples;
    }

  private:
    std::mt19937_64 random_;
    std::normal_distribution<double> noise_;
    std::bernoulli_distribution spike_{0.03};
};

std::map<std::string, double> truth_of(const true_network& network) {
    std::map<std::string, double> truth{
        {"send overhead", network.send_s},
        {"receive overhead", network.receive_s},
        {"latency of a single message", network.lambda_s},
        {"time per byte of a single message", network.tau},
        {"wire latency of a message", network.lambda_s - network.send_s - network.receive_s}};
    for (const auto& [k, gamma] : network.gamma)
        truth["gamma(" + std::to_string(k * tasks) + ")"] = gamma;
    for (const auto& [at, gamma] : network.gamma_at)
        truth["gamma(" + std::to_string(at.second) + "), " + at.first] = gamma;
    return truth;
}

}  // namespace

TEST_CASE("self-test: true values are inside the printed intervals of every term in 93 of 100 seeds") {
    const true_network network;
    std::map<std::string, int> printed, inside;
    for (unsigned seed = 1; seed <= 100; ++seed) {
        for (const auto& term : analyse_network(simulator(seed).measure(network)).terms) {
            ++printed[term.name];
            inside[term.name] += term.ci95.contains(truth_of(network).at(term.name)) ? 1 : 0;
        }
    }
    for (const auto& [name, value] : truth_of(network)) {
        INFO(name << " = " << value);
        CHECK(printed[name] >= 93);
        CHECK(inside[name] * 100 >= 93 * printed[name]);
    }
}

TEST_CASE("self-test: noise is refused, and the reason is said") {
    int refused = 0;
    for (unsigned seed = 1; seed <= 100; ++seed) {
        simulator noise(seed, 0.5);
        network_samples samples;
        for (double bytes = 8; bytes <= 1 << 15; bytes *= 4)
            samples.exchanges.push_back({{1, 1, bytes, bytes}, noise.measure(1e-3)});  // the same time for all sizes
        const auto found = analyse_network(samples);
        bool has_time_per_byte = false;
        for (const auto& term : found.terms)
            has_time_per_byte |= term.unit == "s/byte";
        refused += has_time_per_byte ? 0 : 1;
        for (const auto& missing : found.left_out)
            CHECK_FALSE(missing.why.empty());
    }
    CHECK(refused >= 93);
}

TEST_CASE("what was not measured is left out with the reason") {
    const auto found = analyse_network({});
    CHECK(found.terms.empty());
    CHECK(found.segments.empty());
    REQUIRE(found.left_out.size() == 3);
    CHECK(found.left_out[0].name == "send overhead");
    CHECK_THAT(found.left_out[2].why, Catch::Contains("at least 3"));
}

TEST_CASE("contention that cannot be measured, or not well enough, is left out with the reason") {
    network_samples samples;
    const auto add = [&](const char* place, int messages, double short_s, double long_s) {
        for (const auto& [bytes, seconds] : {std::pair(8.0, short_s), std::pair(1008.0, long_s)})
            samples.contention.push_back(
                {place, messages, bytes, {seconds, seconds, 1.2 * seconds, 0.8 * seconds, seconds, seconds, seconds}});
    };
    add("one link", 1, 1e-4, 5e-4);
    add("one link", 2, 1e-4, 9e-4);
    add("one host", 2, 2e-4, 2e-4);  // the time does not depend on the bytes
    const auto found = analyse_network(samples);
    REQUIRE(found.terms.size() == 1);
    CHECK(found.terms[0].name == "gamma(2), one link");
    CHECK(found.terms[0].value == Approx(2));
    const auto why = [&](const std::string& name) {
        const auto left_out = std::ranges::find(found.left_out, name, &left_out_term::name);
        return left_out == found.left_out.end() ? std::string() : left_out->why;
    };
    CHECK_THAT(why("gamma(2), one host"), Catch::Contains("time per byte of these messages"));
    CHECK_THAT(why("gamma, the medium"), Catch::Contains("too few hosts"));
}

TEST_CASE("a latency that is all overhead leaves no wire latency") {
    simulator quiet(1, 0.01);
    true_network network;
    network.send_s = network.receive_s = network.lambda_s / 2;
    const auto found = analyse_network(quiet.measure(network));
    const auto is_wire = [](const auto& term) { return term.name == "wire latency of a message"; };
    CHECK(std::ranges::none_of(found.terms, is_wire));
    CHECK(std::ranges::any_of(found.left_out, is_wire));
}

TEST_CASE("a wire latency below zero is called negative, with its unit") {
    simulator quiet(1, 0.01);
    true_network network;
    network.send_s = network.receive_s = 2 * network.lambda_s;
    const auto found = analyse_network(quiet.measure(network));
    const auto wire = std::ranges::find(found.left_out, "wire latency of a message", &left_out_term::name);
    REQUIRE(wire != found.left_out.end());
    CHECK_THAT(wire->why, Catch::StartsWith("-") && Catch::Contains(" s, a negative time (-"));
}

}  // namespace network_terms_test
