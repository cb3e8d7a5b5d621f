// Shared by the tests of the mailbox: payloads, checks of ranks, waits.
#pragma once

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/common/error_of.hpp"
#include "tests/common/every_transport.hpp"

namespace banyan::testing {

/// Longer than any step of a test takes, unless it hangs.
inline constexpr std::chrono::seconds limit{30};

/// `size` bytes that look random. The same seed gives the same bytes.
inline std::vector<std::byte> pattern(std::size_t size, unsigned seed) {
    std::vector<std::byte> bytes(size);
    std::uint32_t state = seed * 2654435761u + 1;
    for (auto& b : bytes) {
        state = state * 1664525u + 1013904223u;
        b = static_cast<std::byte>(state >> 24);
    }
    return bytes;
}

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
