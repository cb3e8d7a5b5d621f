#include "advisor/processor_prefix.hpp"

#include <catch2/catch.hpp>

namespace processor_prefix_test {

using namespace banyan::advisor;

namespace {

/// Hosts with one slot and one task each, on computers of their own.
std::vector<measured_host> hosts_of(const std::vector<double>& speeds) {
    std::vector<measured_host> hosts;
    for (std::size_t rank = 0; rank < speeds.size(); ++rank) {
        const auto name = "h" + std::to_string(rank);
        hosts.push_back({name, name, 1, 4, 4, {rank}, speeds[rank]});
    }
    return hosts;
}

using names = std::vector<std::string>;
using ranks = std::vector<std::size_t>;

}  // namespace

TEST_CASE("the prefixes take the fastest hosts first and name the others") {
    const auto prefixes = prefixes_by_speed(hosts_of({1, 8, 4}));
    REQUIRE(prefixes.size() == 3);
    CHECK(prefixes[0].hosts == names{"h1"});
    CHECK(prefixes[0].left_out == names{"h2", "h0"});
    CHECK(prefixes[1].hosts == names{"h1", "h2"});
    CHECK(prefixes[1].ranks == ranks{1, 2});
    CHECK(prefixes[2].ranks == ranks{1, 2, 0});
    CHECK(prefixes[2].left_out.empty());
    CHECK(prefixes[2].gain == std::vector<double>{1, 1, 1});
}

TEST_CASE("a host is used up to its slots before the next one") {
    const auto prefixes =
        prefixes_by_speed({{"slow", "slow", 2, 4, 4, {0, 1}, 1}, {"fast", "fast", 2, 4, 4, {2, 3}, 5}});
    REQUIRE(prefixes.size() == 4);
    CHECK(prefixes[1].hosts == names{"fast"});
    CHECK(prefixes[1].ranks == ranks{2, 3});
    CHECK(prefixes[2].hosts == names{"fast", "slow"});
    CHECK(prefixes[2].ranks == ranks{2, 3, 0});
}

TEST_CASE("fewer tasks on the cores of one computer are faster") {
    // Four hosts with a task each on one computer with two cores.
    std::vector<measured_host> hosts = hosts_of({1, 1, 1, 1});
    for (auto& host : hosts) {
        host.computer = "only";
        host.computer_cores = host.host_cores = 2;
    }
    const auto prefixes = prefixes_by_speed(hosts);
    CHECK(prefixes[0].gain == std::vector<double>{2});
    CHECK(prefixes[1].gain == std::vector<double>{2, 2});
    CHECK(prefixes[2].gain[0] == Approx(4.0 / 3));
    CHECK(prefixes[3].gain[0] == Approx(1));
}

TEST_CASE("a task with a CPU quota does not get faster by fewer tasks on other hosts") {
    // Quotas of two cores in total, on a computer with two cores.
    auto hosts = hosts_of({8, 8, 2, 2});
    const std::vector<double> quotas{0.8, 0.8, 0.2, 0.2};
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        hosts[i].computer = "only";
        hosts[i].computer_cores = 2;
        hosts[i].host_cores = quotas[i];
    }
    for (const auto& prefix : prefixes_by_speed(hosts)) {
        for (const double gain : prefix.gain) {
            CHECK(gain == Approx(1));
        }
    }
}

}  // namespace processor_prefix_test
