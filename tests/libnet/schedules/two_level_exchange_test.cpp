// When an alltoall_varying in two levels is worth the exchange of all lengths.
#include "libnet/schedules/two_level_exchange.hpp"

#include <catch2/catch.hpp>

#include "tests/libnet/schedules/exchange_shapes.hpp"

namespace two_level_exchange_test {

using namespace banyan::net;
using banyan::testing::hosts_of;
using banyan::testing::placement;

namespace {

// A message between hosts takes 1000 times as long to start as one inside a host. A core for each rank.
network_model slow_start_between_hosts() {
    network_model model;
    model.inside_host = {1e-6, 1e-6, 1e-10};
    model.between_hosts = {1e-3, 1e-3, 1e-8};
    model.cpu_message_s = 1e-7;
    model.cpu_byte_s = 1e-11;
    model.cores = 64;
    return model;
}

bool pays(const std::vector<int>& hosts, std::size_t bytes, const network_model& model) {
    return two_levels_pay({.size = static_cast<int>(hosts.size()), .items = bytes, .host_of = hosts}, 1, model);
}

}  // namespace

TEST_CASE("Two levels pay for short blocks between hosts of many ranks, and not for long ones") {
    const std::vector<int> hosts = hosts_of(placement::halves, 32);  // 16 messages of a rank to the other host, or one
    CHECK(pays(hosts, 8, slow_start_between_hosts()));
    CHECK_FALSE(pays(hosts, 10'000'000, slow_start_between_hosts()));
}

TEST_CASE("Two levels do not pay on one host or on hosts with one rank each") {
    const std::size_t bytes = GENERATE(0, 8, 1'000'000);
    CHECK_FALSE(pays(hosts_of(placement::one_host, 32), bytes, slow_start_between_hosts()));
    CHECK_FALSE(pays(hosts_of(placement::own_host, 32), bytes, slow_start_between_hosts()));
    CHECK_FALSE(two_levels_pay({.size = 32, .items = bytes}, 1, slow_start_between_hosts()));
    CHECK_FALSE(two_levels_pay({.size = 1, .items = bytes}, 1, slow_start_between_hosts()));
}

TEST_CASE("Two levels do not pay where they save no time") {
    const std::vector<int> hosts =
        hosts_of(placement::halves, 4);  // 2 messages to the other host, or one with more bytes
    network_model model = slow_start_between_hosts();
    model.between_hosts = model.inside_host;
    CHECK_FALSE(pays(hosts, 1000, model));
}

}  // namespace two_level_exchange_test
