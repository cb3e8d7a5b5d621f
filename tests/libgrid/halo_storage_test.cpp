#include "banyan/grid/distributed_array.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <new>

namespace halo_storage_test {

using banyan::grid::halo_storage;

TEST_CASE("halo storage: every item is the fill, small or in huge pages") {
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, std::size_t{3'000'000}}) {
        const halo_storage<double> storage(count, 2.5);
        CHECK(storage.size() == count);
        CHECK(std::ranges::all_of(storage.items(), [](double x) { return x == 2.5; }));
    }
}

TEST_CASE("halo storage: more bytes than can be counted are refused") {
    CHECK_THROWS_AS(halo_storage<double>((std::size_t{1} << 61) + 1), std::bad_alloc);
}

TEST_CASE("halo storage: alignment of the items, also of strict types") {
    struct alignas(64) line {
        std::uint8_t bytes[64];
    };
    const halo_storage<line> storage(3);
    CHECK(reinterpret_cast<std::uintptr_t>(storage.data()) % 64 == 0);
    const halo_storage<std::uint8_t> bytes(5, 7);
    CHECK(bytes[4] == 7);
}

TEST_CASE("halo storage: moving leaves the items in place") {
    halo_storage<int> a(100, 3);
    const int* items = a.data();
    halo_storage<int> b = std::move(a);
    CHECK(b.data() == items);
    halo_storage<int> c(5);
    c = std::move(b);
    CHECK(c.data() == items);
    CHECK(c.size() == 100);
}

}  // namespace halo_storage_test
