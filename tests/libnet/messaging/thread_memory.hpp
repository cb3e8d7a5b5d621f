// The memory of one thread, through the operator new of the test program. It counts allocations, or fails on request.
#pragma once

#include <cstddef>

namespace banyan::testing {

/// If true, operator new throws std::bad_alloc in this thread.
extern thread_local bool no_memory;
/// The number of calls of operator new in this thread.
extern thread_local std::size_t allocations;
/// The number of calls in all threads.
std::size_t allocations_of_process();

/// Calls f() while this thread gets no memory.
template <class F>
void without_memory(F f) {
    no_memory = true;
    f();
    no_memory = false;
}

/// The number of allocations of f() in this thread.
template <class F>
std::size_t allocations_of(F f) {
    const std::size_t before = allocations;
    f();
    return allocations - before;
}

}  // namespace banyan::testing
