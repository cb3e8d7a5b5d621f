// Placement of spawned processes as observed on PVM: blocks, round robin from the host after the last used one.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "daemon/pvm/codes.hpp"
#include "daemon/pvm/placement.hpp"

namespace spawn_placement_test {

using namespace banyan::daemon::pvm;
using hosts = std::vector<std::uint32_t>;

namespace {

placement virtual_machine_of(std::uint32_t count) {
    placement result;
    for (std::uint32_t number = 1; number <= count; ++number)
        result.add(number, "host" + std::to_string(number), number % 2 == 0 ? "EVEN" : "ODD");
    return result;
}

}  // namespace

TEST_CASE("Two hosts and four processes: remote remote local local", "[pvm]") {
    auto virtual_machine = virtual_machine_of(2);
    CHECK(virtual_machine.place({0, "", 4, 1}) == hosts{2, 2, 1, 1});
    CHECK(virtual_machine.place({0, "", 4, 1}) == hosts{2, 2, 1, 1});
}

TEST_CASE("The position is remembered between calls, for each host of callers", "[pvm]") {
    auto virtual_machine = virtual_machine_of(3);
    CHECK(virtual_machine.place({0, "", 1, 1}) == hosts{2});
    CHECK(virtual_machine.place({0, "", 1, 1}) == hosts{3});
    CHECK(virtual_machine.place({0, "", 1, 1}) == hosts{1});
    CHECK(virtual_machine.place({0, "", 2, 1}) == hosts{2, 3});
    CHECK(virtual_machine.place({0, "", 5, 2}) == hosts{3, 3, 1, 1, 2});
    CHECK(virtual_machine.place({PvmTaskHost, ".", 1, 1}) == hosts{1});
    CHECK(virtual_machine.place({0, "", 1, 1}) == hosts{1});
}

TEST_CASE("A host, an architecture, the caller's host, and the complement", "[pvm]") {
    auto virtual_machine = virtual_machine_of(4);
    CHECK(virtual_machine.place({PvmTaskHost, "host3", 2, 1}) == hosts{3, 3});
    CHECK(virtual_machine.place({PvmTaskHost, ".:/tmp", 1, 2}) == hosts{2});
    CHECK(virtual_machine.place({PvmTaskHost, "host9", 1, 1}).empty());
    CHECK(virtual_machine.place({PvmTaskHost | PvmHostCompl, ".", 3, 1}) == hosts{2, 3, 4});
    CHECK(virtual_machine.place({PvmTaskArch, "EVEN", 2, 2}) == hosts{4, 2});
    CHECK(virtual_machine.place({PvmTaskArch, "NONE", 2, 2}).empty());
    CHECK(virtual_machine.place({0, "host3", 2, 4}) == hosts{1, 2});  // without a flag, `where` has no meaning
    CHECK(virtual_machine.place({0, ":/tmp", 1, 3}) == hosts{4});
    CHECK(virtual_machine.place({PvmHostCompl, "", 1, 1}).empty());
    CHECK(virtual_machine_of(1).place({PvmTaskHost | PvmHostCompl, ".", 1, 1}).empty());
}

TEST_CASE("An empty name is that of no host and of no architecture", "[pvm]") {
    auto virtual_machine = virtual_machine_of(2);
    for (const int flag : {PvmTaskHost, PvmTaskArch}) {
        CHECK(virtual_machine.place({flag, "", 1, 1}).empty());
        CHECK(virtual_machine.place({flag, ":/tmp", 1, 1}).empty());
        CHECK(virtual_machine.place({flag | PvmHostCompl, "", 2, 1}).size() == 2);
    }
}

TEST_CASE("A host may be named by one of its addresses", "[pvm]") {
    placement virtual_machine;
    virtual_machine.add(1, "one", "LINUX64", {"127.0.0.1"});
    virtual_machine.add(2, "two", "LINUX64", {"192.0.2.1", "198.51.100.1"});
    CHECK(virtual_machine.place({PvmTaskHost, "198.51.100.1", 1, 1}) == hosts{2});
    CHECK(virtual_machine.place({PvmTaskHost, "192.0.2.1:/tmp", 2, 1}) == hosts{2, 2});
    CHECK(virtual_machine.place({PvmTaskHost | PvmHostCompl, "192.0.2.1", 1, 1}) == hosts{1});
    CHECK(virtual_machine.place({PvmTaskHost, "192.0.2.9", 1, 1}).empty());
}

TEST_CASE("The name of a host precedes another name of another host", "[pvm]") {
    placement virtual_machine;
    virtual_machine.add(1, "localhost", "LINUX64", {"127.0.0.1", "node1"});
    virtual_machine.add(2, "two", "LINUX64", {"192.0.2.1"});
    CHECK(virtual_machine.place({PvmTaskHost, "node1", 2, 2}) == hosts{1, 1});
    virtual_machine.add(3, "node1", "LINUX64", {"192.0.2.3"});
    CHECK(virtual_machine.place({PvmTaskHost, "node1", 2, 2}) == hosts{3, 3});
    CHECK(virtual_machine.place({PvmTaskHost | PvmHostCompl, "node1", 2, 2}) == hosts{1, 2});
}

TEST_CASE("The directory is the part of `where` after the colon", "[pvm]") {
    CHECK(directory_of(".:/tmp") == "/tmp");
    CHECK(directory_of(":/a b").substr(0) == "/a b");
    CHECK(directory_of("host").empty());
}

TEST_CASE("Shares differ by at most one, and removed hosts get nothing", "[pvm]") {
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round) {
        const auto count = static_cast<std::uint32_t>(1 + random() % 6);
        auto virtual_machine = virtual_machine_of(count);
        const auto removed = static_cast<std::uint32_t>(count > 1 ? 1 + random() % count : 0);
        if (removed != 0) virtual_machine.remove(removed);
        for (int call = 0; call < 5; ++call) {
            const int tasks = static_cast<int>(1 + random() % 20);
            const auto placed = virtual_machine.place({0, "", tasks, static_cast<std::uint32_t>(1 + random() % count)});
            REQUIRE(placed.size() == static_cast<std::size_t>(tasks));
            CHECK(std::ranges::count(placed, removed) == 0);
            std::vector<std::ptrdiff_t> shares;
            for (std::uint32_t number = 1; number <= count; ++number)
                if (number != removed) shares.push_back(std::ranges::count(placed, number));
            CHECK(std::ranges::max(shares) - std::ranges::min(shares) <= 1);
            auto blocks = placed;
            blocks.erase(std::ranges::unique(blocks).begin(), blocks.end());
            std::ranges::sort(blocks);
            CHECK(std::ranges::adjacent_find(blocks) == blocks.end());
        }
    }
}

}  // namespace spawn_placement_test
