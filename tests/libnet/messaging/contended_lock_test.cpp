// The lock of a mailbox: one thread holds it at a time, and the holder sees whether others wait for it.
#include "libnet/messaging/contended_lock.hpp"

#include <mutex>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace contended_lock_test {

using banyan::net::detail::contended_lock;
using namespace banyan::testing;
using namespace std::chrono_literals;

TEST_CASE("one thread at a time holds the lock", "[contended_lock]") {
    constexpr int count = 4, rounds = 20'000;
    contended_lock lock;
    long sum = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i)
        threads.emplace_back([&] {
            for (int round = 0; round < rounds; ++round) {
                const std::lock_guard held(lock);
                ++sum;
            }
        });
    for (auto& thread : threads)
        thread.join();
    CHECK(sum == long{count} * rounds);
    CHECK_FALSE(lock.wanted());
}

TEST_CASE("a holder that yields lets in the thread that wants the lock", "[contended_lock]") {
    contended_lock lock;
    std::atomic<bool> let_in{false};
    lock.lock();
    CHECK_FALSE(lock.try_lock());
    std::thread other([&] {
        const std::lock_guard held(lock);
        let_in = true;
    });
    for (const banyan::net::deadline until(limit); !lock.wanted() && !until.passed(); std::this_thread::yield()) {
    }
    CHECK(lock.wanted());
    CHECK_FALSE(let_in);
    for (const banyan::net::deadline until(limit); !let_in && !until.passed();)
        lock.yield();
    CHECK(let_in);
    lock.unlock();
    other.join();
}

TEST_CASE("a thread that waits for the lock for a limited time returns without it", "[contended_lock]") {
    contended_lock lock;
    lock.lock();
    CHECK_FALSE(lock.try_lock_until(std::chrono::steady_clock::now() + 1ms));
    CHECK_FALSE(lock.wanted());
    lock.unlock();
    CHECK(lock.try_lock_until(std::chrono::steady_clock::now()));
    CHECK_FALSE(lock.try_lock());
    lock.unlock();
}

}  // namespace contended_lock_test
