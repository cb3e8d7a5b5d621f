// The memory of one thread, by an operator new of the test program: counted, or none left.
#pragma once

#include <cstddef>

namespace banyan::testing {

/// True: operator new throws std::bad_alloc in this thread.
extern thread_local bool no_memory;
/// Calls of operator new in this thread so far.
extern thread_local std::size_t allocations;
/// Those of all threads.
std::size_t allocations_of_process();

/// Calls f() in a thread for which there is no memory.
template <class F>
void without_memory(F f) {
    no_memory = true;
    f();
    no_memory = false;
}

/// The allocations of f() in this thread.
template <class F>
std::size_t allocations_of(F f) {
    const std::size_t before = allocations;
    f();
    return allocations - before;
}

}  // namespace banyan::testing
