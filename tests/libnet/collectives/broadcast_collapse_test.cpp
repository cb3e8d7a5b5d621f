// Epochs by broadcast-collapse, on ranks that are threads.
#include "banyan/net/broadcast_collapse.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <catch2/catch.hpp>
#include <functional>
#include <stdexcept>
#include <thread>

#include "banyan/net/thread_world.hpp"
#include "tests/common/error_of.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/group_sizes.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace broadcast_collapse_test {

using namespace banyan::net;
using banyan::testing::any_size;
using banyan::testing::any_transport;
using banyan::testing::error_of;
using banyan::testing::findings;

namespace {

constexpr auto limit = std::chrono::seconds(30);
constexpr auto larger = [](int a, int b) { return std::max(a, b); };

epoch_tree any_tree() {
    return GENERATE(epoch_tree::hypercube, epoch_tree::two_binary);
}

// 0 and 1: 0; 2 and 3: 1; 4 to 7: 2; and so on.
int level_in_two_trees(int rank) {
    int level = 0;
    for (; rank > 1; rank /= 2)
        ++level;
    return level;
}

}  // namespace

TEST_CASE("no rank begins an epoch before all have ended the one before", "[epochs]") {
    const int size = any_size({1, 2, 3, 5, 8, 13, 16, 17});
    const epoch_tree over = any_tree();
    findings found;
    std::atomic<int> ended{0};
    run_threads(size, [&](group& world) {
        broadcast_collapse epochs(world, over, limit);
        for (int epoch = 0; epoch < 20; ++epoch) {
            epochs.begin(limit);
            found.expect(ended >= epoch * size, "an epoch began before all ranks had ended the last one");
            ++ended;
            epochs.end(limit);
            if (world.rank().value == 0)
                found.expect(ended >= (epoch + 1) * size, "the root ended an epoch before all ranks had");
        }
        found.expect(epochs.epochs() == 20, "the epochs are counted");
        const int me = world.rank().value;
        const bool two = over == epoch_tree::two_binary;
        found.expect(epochs.level() == (two ? level_in_two_trees(me) : std::popcount(static_cast<unsigned>(me))),
                     "the level of the rank in its tree");
    });
    CHECK(found.first().empty());
}

TEST_CASE("start and reports carry values, over every transport", "[epochs]") {
    const auto kind = any_transport();
    const epoch_tree over = any_tree();
    findings found;
    run_threads(
        7,
        [&](group& world) {
            broadcast_collapse epochs(world, over, limit);
            const int me = world.rank().value;
            for (int epoch = 0; epoch < 5; ++epoch) {
                found.expect(epochs.begin(me == 0 ? 100 + epoch : -1, limit) == 100 + epoch, "the root's value");
                const int largest = epochs.end((me * 3 + epoch) % 7, larger, limit);
                if (me == 0) found.expect(largest == 6, "the largest value of all ranks");
                const int sum = epochs.begin(largest, limit);
                found.expect(sum == 6, "what the root got reaches all ranks");
                const int counted = epochs.end(1, std::plus<>{}, limit);
                if (me == 0) found.expect(counted == 7, "every rank reports once");
            }
        },
        kind);
    CHECK(found.first().empty());
}

TEST_CASE("operations get values with the alignment of their type", "[epochs]") {
    struct alignas(256) wide {
        float x[64];
    };
    const auto is_aligned = [](const wide& value) { return reinterpret_cast<std::uintptr_t>(&value) % 256 == 0; };
    findings found;
    run_threads(4, [&](group& world) {
        broadcast_collapse epochs(world, limit);
        const auto sum = [&](const wide& a, const wide& b) {
            found.expect(is_aligned(a) && is_aligned(b), "an operand with another alignment");
            wide result = a;
            result.x[63] += b.x[63];
            return result;
        };
        for (int epoch = 0; epoch < 5; ++epoch) {
            wide mine{};
            mine.x[63] = 1;
            epochs.begin(limit);
            const wide all = epochs.end(mine, sum, limit);
            if (world.rank() == rank{0}) found.expect(all.x[63] == 4, "the sum");
        }
    });
    CHECK(found.first().empty());
}

TEST_CASE("the times of an epoch are those of its parts", "[epochs]") {
    findings found;
    run_threads(4, [&](group& world) {
        broadcast_collapse epochs(world, limit);
        std::chrono::steady_clock::duration computing{};
        const auto first = std::chrono::steady_clock::now();
        for (int epoch = 0; epoch < 3; ++epoch) {
            epochs.begin(limit);
            epochs.end(limit);
            found.expect(epochs.last().waiting_to_end.count() >= 0, "no negative time");
            computing += epochs.last().computing;
        }
        const epoch_time& total = epochs.total();
        found.expect(total.computing == computing, "the total is the sum");
        found.expect(
            total.waiting_to_begin + total.computing + total.waiting_to_end <= std::chrono::steady_clock::now() - first,
            "the parts do not overlap");
    });
    CHECK(found.first().empty());
}

TEST_CASE("calls out of turn are refused", "[epochs]") {
    run_threads(1, [&](group& world) {
        broadcast_collapse epochs(world, limit);
        CHECK(error_of([&] { epochs.end(limit); }) == errc::invalid_argument);
        epochs.begin(limit);
        CHECK(error_of([&] { epochs.begin(limit); }) == errc::invalid_argument);
        epochs.end(limit);
        CHECK(epochs.epochs() == 1);
    });
}

TEST_CASE("a child that ends early is an error of its parent, not a hang", "[epochs]") {
    findings found;
    run_threads(2, [&](group& world) {
        broadcast_collapse epochs(world, limit);
        epochs.begin(limit);
        if (world.rank().value == 1) return;
        found.expect(error_of([&] { epochs.end(limit); }) == errc::peer_lost, "the end reports the lost child");
    });
    CHECK(found.first().empty());
}

TEST_CASE("the death of a member ends the epoch of every rank", "[epochs]") {
    constexpr int size = 8;
    const auto kind = any_transport();
    const epoch_tree over = any_tree();
    findings found;
    std::atomic<int> began{0}, told{0};
    const auto body = [&](group& world) {
        broadcast_collapse epochs(world, over, limit);
        epochs.begin(limit);
        ++began;
        banyan::testing::wait_for(began, size);
        if (world.rank().value == size - 1) throw std::runtime_error("on purpose");
        try {
            for (;;) {  // a rank without a lost child ends this epoch, and waits for the start of the next one
                epochs.end(limit);
                epochs.begin(limit);
            }
        } catch (const error& e) {
            found.expect(e.which() == errc::peer_lost && e.peer() == world.task(rank{size - 1}), e.what());
        }
        ++told;
        banyan::testing::wait_for(told, size - 1);  // the end of a rank would be reported too
    };
    CHECK_THROWS_WITH(run_threads(size, body, kind), "on purpose");
    CHECK(told == size - 1);
    CHECK(found.first().empty());
}

TEST_CASE("reports are combined in the same order in every epoch", "[epochs]") {
    const int size = any_size({5, 8, 13});
    const epoch_tree over = any_tree();
    findings found;
    run_threads(size, [&](group& world) {
        broadcast_collapse epochs(world, over, limit);
        const double mine = 1.0 / (1 + world.rank().value);
        double first = 0;
        for (int epoch = 0; epoch < 50; ++epoch) {
            epochs.begin(limit);
            for (int pause = (world.rank().value * 7 + epoch) % 5; pause > 0; --pause)
                std::this_thread::yield();  // the reports arrive in different orders
            const double sum = epochs.end(mine, std::plus<>{}, limit);
            if (epoch == 0) first = sum;
            found.expect(std::bit_cast<std::uint64_t>(sum) == std::bit_cast<std::uint64_t>(first), "another sum");
        }
    });
    CHECK(found.first().empty());
}

}  // namespace broadcast_collapse_test
