// With tracing off, messages and barriers take no memory once all buffers have their size.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
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

/// Allocations of all ranks' threads in `times` calls of body(world), after as many calls that are not counted.
template <class Body>
std::vector<std::uint64_t> allocations_of(int ranks, int times, Body body) {
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(ranks));
    on_every_transport(ranks, [&](group& world) {
        const auto repeat = [&] {
            for (int i = 0; i < times; ++i)
                body(world);
        };
        repeat();
        const std::uint64_t before = allocations;
        repeat();
        counts[static_cast<std::size_t>(world.rank().value)] = allocations - before;
    });
    return counts;
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

void* operator new(std::size_t bytes) {
    return counted(bytes, alignof(std::max_align_t));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return counted(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

TEST_CASE("the count of allocations counts") {
    const std::uint64_t before = allocations;
    const auto one = std::make_unique<std::vector<int>>(5);
    CHECK(allocations - before == 2);
}

TEST_CASE("messages with tracing off take no memory") {
    CHECK(allocations_of(2, 500, ping_pong) == std::vector<std::uint64_t>(2));
}

TEST_CASE("barriers with tracing off take no memory") {
    CHECK(allocations_of(4, 200, [](group& world) { barrier(world); }) == std::vector<std::uint64_t>(4));
}
