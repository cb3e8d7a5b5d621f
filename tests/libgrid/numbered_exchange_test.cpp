// Exchanges that carry a number, on ranks that are threads.
#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "banyan/grid/distributed_array.hpp"
#include "banyan/net/collectives.hpp"
#include "banyan/net/thread_world.hpp"
#include "banyan/part/methods.hpp"
#include "tests/common/error_of.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"

namespace numbered_exchange_test {

using namespace banyan::grid;
namespace net = banyan::net;
namespace part = banyan::part;
using banyan::testing::any_transport;
using banyan::testing::findings;

namespace {

constexpr auto limit = std::chrono::seconds(30);

/// Rows of a torus, one block of rows for each rank.
std::shared_ptr<const halo_layout> layout_of(const net::group& world, const char* method = "contiguous_row") {
    const auto parts =
        part::make_partition(method, part::grid(12, 9, part::periodic::both), part::speeds::equal(world.size()));
    return std::make_shared<halo_layout>(parts, world.rank().value, part::stencil::named("5"));
}

void fill(distributed_array<int>& array, int value) {
    for (const region& own : array.layout().owned())
        for (std::int64_t r = own.row; r < own.row + own.rows; ++r)
            for (std::int64_t c = own.col; c < own.col + own.cols; ++c)
                array(r, c) = value;
}

/// Whether all neighbours of own cells have the value.
bool halo_is(const distributed_array<int>& array, int value) {
    for (const region& own : array.layout().owned())
        for (std::int64_t r = own.row; r < own.row + own.rows; ++r)
            for (std::int64_t c = own.col; c < own.col + own.cols; ++c)
                if (array(r - 1, c) != value || array(r + 1, c) != value || array(r, c - 1) != value ||
                    array(r, c + 1) != value)
                    return false;
    return true;
}

}  // namespace

TEST_CASE("numbered exchanges fill the halo, with receives that are started before or not") {
    const auto kind = any_transport();
    const char* method = GENERATE("contiguous_row", "contiguous_point", "brbd");
    findings found;
    net::run_threads(
        4,
        [&](net::group& world) {
            distributed_array<int> array(world, layout_of(world, method), -1, limit);
            for (const int number : {1, 2, 3, 1022, 1023, 1024, 1025, 5'000'000}) {
                const bool expected = (number + world.rank().value) % 2 == 0;
                if (expected) array.expect_exchange(number);
                fill(array, number);  // own cells may be written until the sends are started
                array.start_exchange(number);
                array.finish_exchange(limit);
                found.expect(halo_is(array, number), "the halo has the values of exchange " + std::to_string(number));
            }
        },
        kind);
    CHECK(found.first().empty());
}

TEST_CASE("expected values arrive before the rank sends its own") {
    findings found;
    net::run_threads(2, [&](net::group& world) {
        distributed_array<int> array(world, layout_of(world), -1, limit);
        const bool first = world.rank().value == 0;
        array.expect_exchange(7);
        found.expect(world.rank().value == 1 || !array.test_expected(), "nothing is there before it is sent");
        fill(array, 7);
        net::barrier(world, limit);
        if (!first) array.start_exchange(7);
        const auto last = std::chrono::steady_clock::now() + limit;
        while (first && !array.test_expected() && std::chrono::steady_clock::now() < last)
            std::this_thread::yield();
        found.expect(!first || array.test_expected(), "the values of rank 1 are there");
        if (first) array.start_exchange(7);
        array.finish_exchange(limit);
        found.expect(halo_is(array, 7), "the halo is complete");
    });
    CHECK(found.first().empty());
}

TEST_CASE("a wait for expected values ends when they are there, or at its deadline without an error") {
    using namespace std::chrono_literals;
    const auto kind = any_transport();
    findings found;
    net::run_threads(
        2,
        [&](net::group& world) {
            distributed_array<int> array(world, layout_of(world), -1, limit);
            array.expect_exchange(7);
            fill(array, 7);
            const auto begin = std::chrono::steady_clock::now();
            found.expect(!array.wait_expected(20ms), "nothing is there before it is sent");
            found.expect(std::chrono::steady_clock::now() - begin >= 20ms, "the wait ended before its deadline");
            found.expect(!array.wait_expected(begin), "a deadline that has passed");
            net::barrier(world, limit);  // both have waited before one of them sends
            if (world.rank().value == 0) {
                found.expect(array.wait_expected(limit), "the values of rank 1 are there");
                found.expect(array.test_expected(), "all of them");
            }
            array.start_exchange(7);
            found.expect(array.wait_expected(limit), "the values of the other rank are there");
            array.finish_exchange(limit);
            found.expect(halo_is(array, 7), "the halo is complete");
        },
        kind);
    CHECK(found.first().empty());
}

TEST_CASE("values of another iteration are never used: the rank that expects another number waits") {
    using banyan::testing::error_of;
    findings found;
    net::run_threads(2, [&](net::group& world) {
        distributed_array<int> array(world, layout_of(world), -1, limit);
        fill(array, 1);
        array.start_exchange(world.rank().value == 0 ? 3 : 4);
        const net::errc ended = error_of([&] { array.finish_exchange(std::chrono::milliseconds(50)); });
        found.expect(ended == net::errc::timeout, "the exchange waits");
        const region own = array.layout().owned().front();
        found.expect(array(own.row - 1, own.col) == -1, "the halo keeps its values");
        net::barrier(world, limit);  // both have waited before one of them ends
    });
    CHECK(found.first().empty());
}

TEST_CASE("numbers that do not fit are refused, and the exchange can continue") {
    using Catch::Contains;
    net::run_threads(1, [&](net::group& world) {
        distributed_array<int> array(world, layout_of(world), -1, limit);
        CHECK_THROWS_WITH(array.start_exchange(-1), Contains("number -1"));
        CHECK_THROWS_WITH(array.expect_exchange(-2), Contains("number -2"));
        array.expect_exchange(4);
        CHECK_THROWS_WITH(array.start_exchange(5), Contains("number 5") && Contains("number 4 is expected"));
        CHECK_THROWS_WITH(array.start_exchange(), Contains("without a number") && Contains("number 4 is expected"));
        CHECK_THROWS_WITH(array.expect_exchange(5), Contains("has not been started"));
        CHECK_THROWS_WITH(array.finish_exchange(limit), Contains("number 4") && Contains("has not been started"));
        fill(array, 4);
        array.start_exchange(4);
        array.finish_exchange(limit);
        CHECK(halo_is(array, 4));
    });
}

}  // namespace numbered_exchange_test
