// With tracing off, messages take no memory once all buffers have their size, and barriers only that of their schedule.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <vector>

#include "banyan/net/collectives.hpp"
#include "tests/common/every_transport.hpp"

using namespace banyan::net;
using banyan::testing::on_every_transport;

namespace {

thread_local std::uint64_t allocations = 0;  // of this thread

void* counted(std::size_t bytes, std::size_t alignment) {
    ++allocations;
    const std::size_t whole = (std::max<std::size_t>(bytes, 1) + alignment - 1) / alignment * alignment;
    void* memory = std::aligned_alloc(alignment, whole);
    if (!memory) throw std::bad_alloc();
    return memory;
}

constexpr int repetitions = 5;

/// Allocations of each rank's thread in `times` calls of body(world): the least of several repetitions, because a
/// message that arrives before its receive may need a buffer, and the first calls fill the pools.
template <class Body>
std::vector<std::uint64_t> allocations_of(int ranks, int times, Body body) {
    std::vector<std::uint64_t> least(static_cast<std::size_t>(ranks), std::numeric_limits<std::uint64_t>::max());
    on_every_transport(ranks, [&](group& world) {
        std::uint64_t& mine = least[static_cast<std::size_t>(world.rank().value)];
        for (int r = 0; r < repetitions; ++r) {
            const std::uint64_t before = allocations;
            for (int i = 0; i < times; ++i)
                body(world);
            mine = std::min(mine, allocations - before);
        }
    });
    return least;
}

// A message there and back.
void ping_pong(group& world) {
    std::array<double, 16> items{};
    if (world.rank() == rank{0}) {
        world.send(rank{1}, tag{1}, items);
        world.recv(rank{1}, tag{2}, items);
    } else {
        world.recv(rank{0}, tag{1}, items);
        world.send(rank{0}, tag{2}, items);
    }
}

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t bytes) {
    return counted(bytes, alignof(std::max_align_t));
}
[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return counted(bytes, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

TEST_CASE("the count of allocations counts") {
    const std::uint64_t before = allocations;
    const auto one = std::make_unique<std::vector<int>>(5);
    CHECK(allocations - before == 2);
}

// Lists of operations grow and shrink by blocks of many elements, so a few blocks come and go.
TEST_CASE("messages with tracing off take no memory") {
    constexpr int times = 1000;
    for (const std::uint64_t count : allocations_of(2, times, ping_pong))
        CHECK(count < times / 20);
}

// A rank has at most 6 transfers, those of the root of the linear barrier.
TEST_CASE("barriers with tracing off take no memory but that of their schedule") {
    constexpr int times = 200, of_a_schedule = 2 * 6 + 4;
    for (const std::uint64_t count : allocations_of(4, times, [](group& world) { barrier(world); }))
        CHECK(count <= times * of_a_schedule);
}
