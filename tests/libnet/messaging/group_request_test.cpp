// Asynchronous receives and claims of a group give the source as its rank in the group. This also holds if the order of
// the group differs from the world's, and after the group has been destroyed.
#include <array>
#include <atomic>

#include "banyan/net/collectives.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace group_request_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr int size = 4;
constexpr rank receiver{0};

// Rank r of the result is rank size - 1 - r of the world.
group reversed(const group& world) {
    return world.split(0, -world.rank().value, limit);
}

}  // namespace

TEST_CASE("a receive of a group from any source names the rank of the sender", "[group_request]") {
    on_every_transport(size, [](group& world) {
        const group others = reversed(world);
        if (others.rank() != receiver) return others.send(receiver, tag{3}, others.rank().value, limit);
        std::array<int, size - 1> got{};
        std::vector<group_request> receives;
        for (int& value : got)
            receives.push_back(others.async_recv(any_source, any_tag, value));
        std::array<bool, size> seen{};
        for (int i = 1; i < size; ++i) {
            const std::size_t done = wait_any(receives, limit);
            const group_message_info info = receives[done].wait();
            demand(info.source.value == got[done] && info.tag == tag{3} && info.size_bytes == sizeof(int),
                   "the source");
            demand(!std::exchange(seen[static_cast<std::size_t>(info.source.value)], true), "each once");
            receives[done].reset();
        }
        demand(test_all(receives), "none is left");
    });
}

TEST_CASE("a request of a group names ranks after the group has been destroyed", "[group_request]") {
    run_threads(2, [](group& world) {
        int got = 0;
        group_request pending;
        {
            const group other = world.split(0, -world.rank().value, limit);
            const auto from = world.rank() == rank{0} ? std::optional<rank>() : rank{1};
            pending = other.async_recv(from, tag{1}, got);
            other.send(rank{1 - other.rank().value}, tag{1}, 5, limit);
        }
        demand(pending.wait(limit).source.value == world.rank().value && got == 5, "the rank in the other group");
        barrier(world, limit);
    });
}

TEST_CASE("claims of a group: each message for one holder, with rank and length", "[group_claim]") {
    on_every_transport(size, [](group& world) {
        const group others = reversed(world);
        const int me = others.rank().value;
        if (others.rank() != receiver) {
            others.send(receiver, tag{1}, std::vector<int>(static_cast<std::size_t>(me), me), limit);
            return barrier(others, limit);
        }
        auto third = others.claim(rank{3}, tag{1}, limit);
        demand(third.info().source == rank{3} && third.info().size_bytes == 3 * sizeof(int), "of a named source");
        demand(!others.try_claim(rank{3}, tag{1}), "no other receive gets it");
        std::array<bool, size> seen{};
        for (int i = 1; i < size - 1; ++i) {
            auto claimed = others.claim(any_source, any_tag, limit);
            const int source = claimed.info().source.value;
            demand(source != 3 && !std::exchange(seen[static_cast<std::size_t>(source)], true), "each once");
            std::vector<int> items(static_cast<std::size_t>(source));
            demand(claimed.recv(items, limit).source.value == source && !claimed.valid(), "received");
            demand(items == std::vector<int>(items.size(), source), "content");
        }
        std::vector<int> items(4);
        demand(error_of([&] { third.recv(items, limit); }) == errc::invalid_argument && third.valid(),
               "another length");
        demand(third.recv(limit).payload.size() == 3 * sizeof(int), "as bytes");
        barrier(others, limit);
    });
}

TEST_CASE("try_claim of a group finds a message, and fails when none can come", "[group_claim]") {
    on_every_transport(2, [](group& world) {
        if (world.rank() == rank{1}) return world.send(rank{0}, tag{1}, 5, limit);
        std::optional<group_claimed_message> claimed;
        for (const deadline until(limit); !claimed; claimed = world.try_claim(any_source, tag{1}))
            demand(!until.passed(), "it does not come");
        int got = 0;
        demand(claimed->info().source == rank{1} && claimed->recv(got, limit).tag == tag{1} && got == 5, "received");
        demand(error_of([&] { (void)world.claim(any_source, tag{1}, limit); }) == errc::peer_lost,
               "the sender has ended");
    });
}

}  // namespace group_request_test
