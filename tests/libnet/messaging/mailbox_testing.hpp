// Shared by the tests of the mailbox: payloads, checks of ranks, waits.
#pragma once

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/common/byte_pattern.hpp"
#include "tests/common/error_of.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/long_form.hpp"

namespace banyan::testing {

/// Longer than any step of a test takes, unless it hangs. Some steps move 100 MB, which takes long under a sanitizer.
inline constexpr std::chrono::seconds limit{sanitized ? 100 : 30};

/// Checks a condition in any rank, because Catch2's assertions work only in one thread. run_threads rethrows the
/// failure.
inline void demand(bool holds, const char* what) {
    if (!holds) throw std::runtime_error(what);
}

/// Waits, without calling the mailbox, until other ranks have raised the number to the value.
template <class T>
void wait_for(const std::atomic<T>& state, T wanted) {
    for (const net::deadline until(limit); state.load() < wanted; std::this_thread::yield())
        demand(!until.passed(), "the other ranks have not come so far");
}

/// The other of two ranks.
inline net::task_id other_of(const net::group& world) {
    return world.task(net::rank{1 - world.rank().value});
}

/// The bytes of one number.
template <class T>
std::span<const std::byte> bytes_of(const T& value) {
    return std::as_bytes(std::span(&value, 1));
}
template <class T>
std::span<std::byte> writable_bytes_of(T& value) {
    return std::as_writable_bytes(std::span(&value, 1));
}

}  // namespace banyan::testing
