// Placement of ranks: the slots in host order, then the rest in proportion to the slots.
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

TEST_CASE("More tasks than slots are shared by the slots, ranks of a host together") {
    CHECK(place(5, 0, {2, 2}) == ranks{0, 0, 0, 1, 1});
    CHECK(place(6, 0, {1, 1}) == ranks{0, 0, 0, 1, 1, 1});
    CHECK(place(4, 0, {1}) == ranks{0, 0, 0, 0});
    CHECK(place(8, 0, {1, 3}) == ranks{0, 0, 1, 1, 1, 1, 1, 1});
    const auto hosts = place(88, 0, {16, 8, 1});
    CHECK(std::ranges::count(hosts, 0) == 57);
    CHECK(std::ranges::count(hosts, 1) == 28);
    CHECK(std::ranges::count(hosts, 2) == 3);
}

TEST_CASE("A given number of tasks per host is used") {
    CHECK(place(4, 2, {8, 8}) == ranks{0, 0, 1, 1});
    CHECK(place(3, 1, {8, 8, 8, 8}) == ranks{0, 1, 2});
    CHECK_THROWS_WITH(place(5, 2, {8, 8}), Catch::Contains("needs 3 hosts, but has 2"));
}

TEST_CASE("Invalid arguments are refused") {
    using banyan::net::error;
    CHECK_THROWS_AS(place(0, 0, {1}), error);
    CHECK_THROWS_AS(place(-1, 0, {1}), error);
    CHECK_THROWS_AS(place(1, -1, {1}), error);
    CHECK_THROWS_AS(place(1, 0, {}), error);
}

TEST_CASE("Every rank has a host, in order, and no task has more room for each slot on another host") {
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
        std::vector<long> here;
        for (std::size_t h = 0; h < slots.size(); ++h)
            here.push_back(std::ranges::count(hosts, static_cast<int>(h)));
        for (std::size_t h = 0; h < slots.size(); ++h) {
            CHECK((tasks >= room ? here[h] >= slots[h] : here[h] <= slots[h]));
            for (std::size_t other = 0; tasks > room && other < slots.size(); ++other)
                CHECK((here[other] + 1) * slots[h] >= here[h] * slots[other]);
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
