// Replicated arrays over groups: threads and transports, wrong use, ranks that leave.
#include "banyan/grid/replicated_array.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <mutex>
#include <optional>
#include <random>
#include <thread>

#include "banyan/net/collectives.hpp"
#include "banyan/net/thread_world.hpp"
#include "banyan/part/error.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/messaging/mailbox_impl.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/group_sizes.hpp"
#include "tests/libgrid/replication/history.hpp"

namespace replicated_array_test {

using banyan::grid::replicated_array;
using banyan::testing::findings;
using banyan::testing::history;
using banyan::testing::operation;
namespace net = banyan::net;
namespace testing = banyan::testing;

namespace {

// Types with padding cannot be compared by their bytes.
template <class T>
concept has_write_if = requires(replicated_array<T>& array) {
    array.write_if(0, T{}, T{});
};
static_assert(has_write_if<double> && has_write_if<int> && !has_write_if<long double>);

constexpr auto limit = std::chrono::seconds(30);
constexpr int cells = 3;

// Random reads and writes; values are different from each other and from 0.
void operate(replicated_array<std::int64_t>& array, int process, int operations, std::vector<operation>& log) {
    std::mt19937 random(static_cast<unsigned>(process));
    for (int i = 0; i < operations; ++i) {
        const int cell = static_cast<int>(random() % cells);
        if (random() % 3 == 0) {
            const std::int64_t value = (process + 1) * 1'000'000 + i;
            log.push_back({true, cell, value, array.write(cell, value, limit)});
        } else if (random() % 6 == 0) {
            const std::int64_t value = -((process + 1) * 1'000'000 + i), old = array.read(cell);
            if (const auto place = array.write_if(cell, old, value, limit))
                log.push_back({true, cell, value, *place, old});
        } else {
            const auto got = array.read_versioned(cell);
            log.push_back({false, cell, got.value, got.version});
        }
    }
}

// Two threads of the program on each rank.
void operate_on_all(net::group& world, int operations, history& all) {
    replicated_array<std::int64_t> array(world, cells, 0, limit);
    const int first = 2 * world.rank().value;
    {
        const auto of = [&](int process) {
            return std::jthread(
                [&, process] { operate(array, process, operations, all[static_cast<std::size_t>(process)]); });
        };
        const std::jthread one = of(first), other = of(first + 1);
    }
    array.close(limit);
}

template <class Call>
std::string text_of_error(Call call) {
    try {
        call();
    } catch (const std::exception& e) {
        return e.what();
    }
    return "";
}

// The exit status of a child. -1 if it did not end and was killed.
int status_of_child(pid_t child) {
    int status = 0;
    for (const net::deadline until(limit); !until.passed(); std::this_thread::yield())
        if (::waitpid(child, &status, WNOHANG) == child) return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    return -1;
}

// The blocked calls of this rank, as `banyan ps --waits` shows them.
std::size_t reported_calls(const net::group& world) {
    auto& box = net::detail::group_state::impl_of(world.box());
    const std::lock_guard held(box);
    return box.waits_now().calls.size();
}

}  // namespace

TEST_CASE("replicated_array: reads and writes of threads of all ranks are sequentially consistent") {
    const int p = testing::any_size({1, 2, 3, 5, 9, 17});
    history all(static_cast<std::size_t>(2 * p));
    net::run_threads(p, [&](net::group& world) { operate_on_all(world, testing::samples(150), all); });
    CHECK(testing::wrong_place(all, cells).empty());
}

TEST_CASE("replicated_array: the same over every transport") {
    history all(8);
    testing::on_every_transport(4, [&](net::group& world) { operate_on_all(world, testing::samples(200), all); });
    CHECK(testing::wrong_place(all, cells).empty());
}

TEST_CASE("replicated_array: a write of several items is seen as a whole, and long ones arrive") {
    findings found;
    testing::on_every_transport(3, [&](net::group& world) {
        replicated_array<std::int32_t> array(world, 100'000, -1, limit);
        const std::int32_t me = world.rank().value;
        for (int i = 0; i < 5; ++i) {
            const std::vector<std::int32_t> values(static_cast<std::size_t>(array.size()), 3 * i + me);
            array.write(0, std::span<const std::int32_t>(values), limit);
            const auto all = array.snapshot();
            found.expect(std::ranges::count(all, all.front()) == array.size(), "one write in the whole array");
        }
        array.close(limit);
        const std::int32_t last = array.read(7);
        const auto others = net::allreduce_value(world, last, net::op::max());
        found.expect(others == last && last >= 12, "the same end on all ranks");
    });
    CHECK(found.first().empty());
}

TEST_CASE("replicated_array: wait_until sleeps until a rank has written") {
    findings found;
    net::run_threads(4, [&](net::group& world) {
        replicated_array<int> turns(world, 1, 0, limit);
        for (int turn = 0; turn < 20; ++turn) {
            turns.wait_until(
                0, [&](int now) { return now >= turn; }, limit);
            if (turn % 4 == world.rank().value) turns.write(0, turn + 1, limit);
        }
        turns.wait_until(
            0, [](int now) { return now == 20; }, limit);
        found.expect(text_of_error([&] {
                         turns.wait_until(
                             0, [](int) { return false; }, std::chrono::milliseconds(1));
                     }) == "replicated_array: rank " + std::to_string(world.rank().value) +
                               " waited for its condition on the items: the deadline passed",
                     "the deadline of a wait");
        turns.close(limit);
        found.expect(turns.read(0) == 20, "the last turn");
    });
    CHECK(found.first().empty());
}

TEST_CASE("replicated_array: conditional writes count without losing one") {
    const int p = testing::any_size({1, 3, 8});
    findings found;
    net::run_threads(p, [&](net::group& world) {
        replicated_array<std::int64_t> counts(world, 2, 0, limit);
        for (int i = 0; i < 50; ++i) {
            std::int64_t old = counts.read(1);
            while (!counts.write_if(1, old, old + 1, limit))
                old = counts.read(1);
        }
        counts.close(limit);
        found.expect(counts.read(1) == 50 * world.size() && counts.read(0) == 0, "the count");
    });
    CHECK(found.first().empty());
}

TEST_CASE("replicated_array: several arrays at a time, also empty ones, and no write") {
    findings found;
    net::run_threads(3, [&](net::group& world) {
        replicated_array<double> a(world, 2, 0.5, limit), none(world, 0, 0, limit), unused(world, 4, 7, limit);
        replicated_array<bool> flags(world, 3, false, limit);
        flags.write(1, true, limit);
        flags.close(limit);
        found.expect(flags.snapshot() == std::vector<bool>{false, true, false}, "items of type bool");
        a.write(0, 1.0 + world.rank().value, limit);
        none.close(limit);
        unused.close(limit);
        a.close(limit);
        a.close(limit);
        found.expect(a.read(1) == 0.5 && a.read(0) >= 1 && unused.read(3) == 7, "the values");
        found.expect(none.snapshot().empty(), "no items");
    });
    CHECK(found.first().empty());
}

TEST_CASE("replicated_array: wrong arguments are refused") {
    net::run_threads(1, [](net::group& world) {
        using ints = replicated_array<int>;
        CHECK_THROWS_WITH(ints(world, -1), "replicated_array: -1 items, allowed: 0 or more");
        CHECK_THROWS_WITH(ints(world, std::int64_t{1} << 61),
                          "replicated_array: 2305843009213693952 items of 4 bytes, allowed: up to 2305843009213693951");
        ints array(world, 4);
        CHECK_THROWS_WITH(array.read(4), "replicated_array: items 4 .. 4, allowed: 0 .. 3");
        CHECK_THROWS_WITH(array.write(-1, 5), "replicated_array: items -1 .. -1, allowed: 0 .. 3");
        const std::vector<int> three(3);
        CHECK_THROWS_WITH(array.write(2, std::span<const int>(three)),
                          "replicated_array: items 2 .. 4, allowed: 0 .. 3");
        array.close();
        CHECK_THROWS_WITH(array.write(0, 1), "replicated_array: it is closed, so it cannot be written");
        CHECK_THROWS_WITH(array.wait_until(0, [](int) { return false; }),
                          "replicated_array: it is closed, so no write can follow");
    });
}

TEST_CASE("replicated_array: a rank that leaves without close() ends the array on all ranks") {
    const int leaving = GENERATE(0, 2);
    findings found;
    testing::on_every_transport(3, [&](net::group& world) {
        std::optional<replicated_array<int>> array(std::in_place, world, 4, 0, limit);
        array->write(world.rank().value, 1, limit);
        net::barrier(world, limit);
        if (world.rank().value == leaving) {
            array.reset();
        } else {
            const std::string text = text_of_error([&] {
                array->wait_until(
                    0, [](int) { return false; }, limit);
            });
            found.expect(text.find("rank " + std::to_string(leaving) + " has left the array") != std::string::npos,
                         "what a rank learns: " + text);
            found.expect(!text_of_error([&] { array->write(0, 2, limit); }).empty(), "a write after the failure");
        }
        net::barrier(world, limit);
    });
    INFO(found.first());
    CHECK(found.first().empty());
}

TEST_CASE("replicated_array: close() on the others fails if a rank leaves without it") {
    const int leaving = GENERATE(0, 2);
    findings found;
    net::run_threads(3, [&](net::group& world) {
        std::optional<replicated_array<int>> array(std::in_place, world, 4, 0, limit);
        array->write(world.rank().value, 1, limit);
        net::barrier(world, limit);  // no write fails
        if (world.rank().value == leaving) {
            array.reset();
        } else {
            const std::string text = text_of_error([&] { array->close(limit); });
            found.expect(text.find("rank " + std::to_string(leaving) + " has left the array") != std::string::npos,
                         "what close() says: " + text);
        }
        net::barrier(world, limit);
    });
    INFO(found.first());
    CHECK(found.first().empty());
}

TEST_CASE("replicated_array: a rank can leave while the others write") {
    const int leaving = GENERATE(0, 2);
    findings found;
    net::run_threads(3, [&](net::group& world) {
        {
            replicated_array<int> array(world, 4, 0, limit);
            if (world.rank().value != leaving) {
                const std::string text = text_of_error([&] {
                    for (;;)
                        array.write(1, 2, limit);
                });
                found.expect(text.find("rank " + std::to_string(leaving)) != std::string::npos, "the text: " + text);
            }
        }
        net::barrier(world, limit);
    });
    INFO(found.first());
    CHECK(found.first().empty());
}

TEST_CASE("replicated_array: a copy that a forked child destroys sends nothing, and the array goes on") {
    findings found;
    testing::on_every_transport(2, [&](net::group& world) {
        std::optional<replicated_array<int>> array(std::in_place, world, 2, 0, limit);
        const int me = world.rank().value;
        array->write(me, 1, limit);
        net::barrier(world, limit);
        const pid_t child = ::fork();
        if (child == 0) {
            array.reset();
            ::_exit(7);
        }
        found.expect(child > 0 && status_of_child(child) == 7, "the child of rank " + std::to_string(me) + " ends");
        net::barrier(world, limit);
        const std::string text = text_of_error([&] {
            array->write(me, 2, limit);
            array->close(limit);
        });
        found.expect(text.empty(), "the array of rank " + std::to_string(me) + ": " + text);
        found.expect(array->snapshot() == std::vector<int>{2, 2}, "the values of rank " + std::to_string(me));
        net::barrier(world, limit);
    });
    INFO(found.first());
    CHECK(found.first().empty());
}

TEST_CASE("replicated_array: wait reports have its call only while a thread of the program waits for the array") {
    findings found;
    net::run_threads(2, [&](net::group& world) {
        replicated_array<int> array(world, 1, 0, limit);
        array.write(0, 1, limit);
        for (int i = 0; i < testing::samples(500); ++i) {
            found.expect(reported_calls(world) == 0, "a rank that computes is reported as blocked");
            std::this_thread::yield();
        }
        std::string text;
        std::jthread waiting([&] {
            text = text_of_error([&] {
                array.wait_until(
                    0, [](int now) { return now == 7; }, limit);
            });
        });
        bool is_reported = false;
        for (const net::deadline last(limit); !is_reported && !last.passed(); std::this_thread::yield())
            is_reported = reported_calls(world) > 0;
        found.expect(is_reported, "a rank that waits for an item is not reported");
        net::barrier(world, limit);
        if (world.rank().value == 0) array.write(0, 7, limit);
        waiting.join();
        found.expect(text.empty(), text);
        array.close(limit);
    });
    INFO(found.first());
    CHECK(found.first().empty());
}

// In the place of an array, a rank has a group: it takes part in the constructor of the others.
TEST_CASE("replicated_array: the destructor on rank 0 does not wait for a rank that receives nothing") {
    constexpr net::tag first{6}, destroyed{7};
    constexpr std::int64_t items = 3 << 20;  // longer than the eager limit
    net::mailbox_options options;
    options.send_buffer_bytes = 1;  // room for the first message only
    findings found;
    net::run_threads(
        2,
        [&](net::group& world) {
            if (world.rank().value == 1) {
                const net::group stopped = world.duplicate(limit);
                const std::string text = text_of_error([&] { (void)world.recv<int>(net::rank{0}, destroyed, limit); });
                found.expect(text.empty(), "the array is not destroyed: " + text);
                if (text.empty()) (void)world.recv<std::vector<std::byte>>(net::rank{0}, first, limit);
                return;
            }
            std::optional<replicated_array<std::byte>> array(std::in_place, world, items, std::byte{0}, limit);
            const std::vector<std::byte> values(static_cast<std::size_t>(items), std::byte{1});
            world.send(net::rank{1}, first, values, limit);
            array->write(0, std::span<const std::byte>(values), limit);
            array.reset();
            world.send(net::rank{1}, destroyed, 1, limit);
        },
        net::transport_kind::in_process, options);
    INFO(found.first());
    CHECK(found.first().empty());
}

TEST_CASE("replicated_array: a copy that fails tells rank 0 at once, although it is not destroyed") {
    constexpr net::tag batch{1}, failed{4}, told{7};            // the first two are those of replication.cpp
    constexpr auto at_once = limit - std::chrono::seconds(10);  // rank 1 keeps its array longer
    findings found;
    net::run_threads(2, [&](net::group& world) {
        if (world.rank().value == 1) {
            const replicated_array<int> array(world, 4, 0, limit);
            (void)world.recv<int>(net::rank{0}, told, limit);
            const std::string text = text_of_error([&] { (void)array.read(0); });
            found.expect(text.find("a message of 3 bytes ends inside a record") != std::string::npos,
                         "the error of rank 1: " + text);
            return;
        }
        const net::group as_array = world.duplicate(limit);
        as_array.send(net::rank{1}, batch, std::vector<std::byte>(3), limit);
        std::string text;
        const std::string none =
            text_of_error([&] { text = as_array.recv<std::string>(net::rank{1}, failed, at_once); });
        found.expect(none.empty(), "rank 0 learns nothing: " + none);
        found.expect(text.find("the copy of rank 1 has failed") != std::string::npos, "what rank 0 learns: " + text);
        world.send(net::rank{1}, told, 1, limit);
    });
    INFO(found.first());
    CHECK(found.first().empty());
}

}  // namespace replicated_array_test
