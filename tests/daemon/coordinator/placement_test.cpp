// Placement of ranks: blocks in host order, then round robin for the rest.
#include "daemon/coordinator/placement.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "banyan/net/error.hpp"
#include "daemon/coordinator/run_failure.hpp"

namespace placement_test {

using namespace banyan::daemon;
using ranks = std::vector<int>;

TEST_CASE("Slots are filled in host order") {
    CHECK(place(3, 0, {2, 2}) == ranks{0, 0, 1});
    CHECK(place(2, 0, {1, 1, 1}) == ranks{0, 1});
    CHECK(place(1, 0, {4}) == ranks{0});
}

TEST_CASE("More tasks than slots go round robin, ranks of a host together") {
    CHECK(place(5, 0, {2, 2}) == ranks{0, 0, 0, 1, 1});
    CHECK(place(6, 0, {1, 1}) == ranks{0, 0, 0, 1, 1, 1});
    CHECK(place(4, 0, {1}) == ranks{0, 0, 0, 0});
}

TEST_CASE("A given number of tasks per host is used") {
    CHECK(place(4, 2, {8, 8}) == ranks{0, 0, 1, 1});
    CHECK(place(3, 1, {8, 8, 8, 8}) == ranks{0, 1, 2});
    CHECK_THROWS_WITH(place(5, 2, {8, 8}), Catch::Contains("needs 3 hosts; there are 2"));
}

TEST_CASE("Invalid arguments are refused") {
    using banyan::net::error;
    CHECK_THROWS_AS(place(0, 0, {1}), error);
    CHECK_THROWS_AS(place(-1, 0, {1}), error);
    CHECK_THROWS_AS(place(1, -1, {1}), error);
    CHECK_THROWS_AS(place(1, 0, {}), error);
}

TEST_CASE("Every rank has a host, in order, and no host has a task too many while another has room") {
    std::mt19937 random(3);
    for (int round = 0; round < 300; ++round) {
        std::vector<int> slots(1 + random() % 6);
        for (int& s : slots)
            s = static_cast<int>(1 + random() % 5);
        const int tasks = static_cast<int>(1 + random() % 40);
        const auto hosts = place(tasks, 0, slots);
        REQUIRE(hosts.size() == static_cast<std::size_t>(tasks));
        CHECK(std::ranges::is_sorted(hosts));
        const int room = std::accumulate(slots.begin(), slots.end(), 0);
        const int over = std::max(0, tasks - room);
        for (std::size_t h = 0; h < slots.size(); ++h) {
            const auto here = static_cast<int>(std::ranges::count(hosts, static_cast<int>(h)));
            const int share = over / static_cast<int>(slots.size());
            if (over > 0) CHECK(here >= slots[h] + share);
            CHECK(here <= slots[h] + share + (over > 0 ? 1 : 0));
        }
    }
}

TEST_CASE("The cause of a failed run is the first that failed by itself, else the first") {
    failure_collector c;
    CHECK(c.empty());
    CHECK_FALSE(c.cause());
    c.add({failure_kind::status, 1, "a survivor gave up"});
    CHECK(c.cause()->text == "a survivor gave up");
    c.add({failure_kind::by_itself, 137, "killed"});
    c.add({failure_kind::by_itself, 139, "killed later"});
    CHECK(c.cause()->status == 137);
}

}  // namespace placement_test
