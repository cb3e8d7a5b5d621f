#include "tests/libnet/messaging/thread_memory.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace banyan::testing {

thread_local memory_limit limit_of_memory;
thread_local std::size_t allocations = 0;

namespace {

std::atomic<std::size_t> all_allocations{0};

bool may_allocate(std::size_t bytes) {
    if (bytes > limit_of_memory.longest_bytes || limit_of_memory.allocations == 0) return false;
    if (limit_of_memory.allocations != memory_limit::none) --limit_of_memory.allocations;
    return true;
}

void* allocate(std::size_t bytes) {
    ++allocations;
    all_allocations.fetch_add(1, std::memory_order_relaxed);
    void* memory = may_allocate(bytes) ? std::malloc(bytes > 0 ? bytes : 1) : nullptr;
    if (!memory) throw std::bad_alloc();
    return memory;
}

// Limited in its length only. The queues of the library take such memory too, and they are not what the tests count.
void* allocate_aligned(std::size_t bytes, std::size_t alignment) {
    const std::size_t whole = (bytes > 0 ? bytes + alignment - 1 : alignment) / alignment * alignment;
    const bool may = bytes <= limit_of_memory.longest_bytes && whole >= bytes;
    void* memory = may ? std::aligned_alloc(alignment, whole) : nullptr;
    if (!memory) throw std::bad_alloc();
    return memory;
}

}  // namespace

std::size_t allocations_of_process() {
    return all_allocations.load();
}

}  // namespace banyan::testing

void* operator new(std::size_t bytes) {
    return banyan::testing::allocate(bytes);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return banyan::testing::allocate_aligned(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
