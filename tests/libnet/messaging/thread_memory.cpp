#include "tests/libnet/messaging/thread_memory.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace banyan::testing {

thread_local bool no_memory = false;
thread_local std::size_t allocations = 0;

namespace {
std::atomic<std::size_t> all_allocations{0};
}  // namespace

std::size_t allocations_of_process() {
    return all_allocations.load();
}

}  // namespace banyan::testing

void* operator new(std::size_t bytes) {
    ++banyan::testing::allocations;
    banyan::testing::all_allocations.fetch_add(1, std::memory_order_relaxed);
    void* memory = banyan::testing::no_memory ? nullptr : std::malloc(bytes > 0 ? bytes : 1);
    if (!memory) throw std::bad_alloc();
    return memory;
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
