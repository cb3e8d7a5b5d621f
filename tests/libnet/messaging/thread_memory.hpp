// The memory of one thread, through the operator new of the test program. It counts allocations, or fails on request.
// Memory with an alignment of its own (std::align_val_t) is not counted, and only its length is limited.
#pragma once

#include <cstddef>
#include <limits>

namespace banyan::testing {

/// Operator new throws std::bad_alloc in this thread after this number of allocations, or for a longer one.
struct memory_limit {
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::size_t allocations = none;
    std::size_t longest_bytes = none;
};
extern thread_local memory_limit limit_of_memory;
/// The number of calls of operator new in this thread.
extern thread_local std::size_t allocations;
/// The number of calls in all threads.
std::size_t allocations_of_process();

/// Calls f() while this thread gets no more memory than this.
template <class F>
void with_memory(const memory_limit& most, F f) {
    const struct limited {
        ~limited() { limit_of_memory = {}; }
    } until_return;
    limit_of_memory = most;
    f();
}
/// Calls f() while this thread gets no memory.
template <class F>
void without_memory(F f) {
    with_memory({.allocations = 0}, f);
}

/// The number of allocations of f() in this thread.
template <class F>
std::size_t allocations_of(F f) {
    const std::size_t before = allocations;
    f();
    return allocations - before;
}

}  // namespace banyan::testing
