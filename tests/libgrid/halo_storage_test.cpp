#include "banyan/grid/distributed_array.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <new>

namespace halo_storage_test {

using banyan::grid::halo_storage;

TEST_CASE("halo storage: every item is the fill, small or in huge pages") {
    for (const std::size_t count :
         {std::size_t{0}, std::size_t{1}, std::size_t{1000}, std::size_t{524'288}, std::size_t{3'000'000}}) {
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

TEST_CASE("halo storage: large arrays of a thread begin at different places of a page") {
    constexpr std::uintptr_t page = 4096, least = 1024;
    for (const std::size_t count :
         {std::size_t{8'192}, std::size_t{100'000}, std::size_t{600'000}, std::size_t{1'500'000}}) {
        const std::array<halo_storage<double>, 3> successive{
            halo_storage<double>(count, 1.0), halo_storage<double>(count, 2.0), halo_storage<double>(count, 3.0)};
        for (std::size_t i = 0; i < successive.size(); ++i) {
            const auto begin = reinterpret_cast<std::uintptr_t>(successive[i].data());
            const auto next = reinterpret_cast<std::uintptr_t>(successive[(i + 1) % successive.size()].data());
            INFO(count << " items, array " << i);
            CHECK(begin % 64 == 0);
            CHECK((begin - next) % page >= least);
            CHECK((next - begin) % page >= least);
            CHECK(std::ranges::all_of(successive[i].items(),
                                      [i](double x) { return x == 1.0 + static_cast<double>(i); }));
        }
    }
}

TEST_CASE("halo storage: large items of a strict type are aligned") {
    struct alignas(256) block {
        std::uint8_t bytes[256];
    };
    const halo_storage<block> storage(1'000);
    CHECK(reinterpret_cast<std::uintptr_t>(storage.data()) % 256 == 0);
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
