// Collectives that do not block, and those that are prepared once.
#include "banyan/net/async_collectives.hpp"

#include <poll.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "banyan/net/persistent_collectives.hpp"
#include "tests/common/error_of.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"

namespace async_collectives_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

constexpr auto limit = 30s;

int sum_of_ranks(const group& g) {
    return g.size() * (g.size() - 1) / 2;
}

// True if body() throws an exception whose text contains `part`.
template <class Body>
bool says(Body body, const std::string& part) {
    try {
        body();
        return false;
    } catch (const std::exception& thrown) {
        return std::string(thrown.what()).find(part) != std::string::npos;
    }
}

}  // namespace

TEST_CASE("async: every collective gives the result of its blocking form") {
    findings found;
    on_every_transport(5, [&](group& world) {
        const int me = world.rank().value, p = world.size();
        const std::vector<int> mine(3, me);
        std::vector<int> sum(3), everywhere(3, me), before(3, -1), upto(3), all(15), gathered(me == 2 ? 15 : 0),
            part(3), one(me == 4 ? 15 : 0), given(3), swapped(15), from_root(2, me);
        std::iota(one.begin(), one.end(), 0);
        std::vector<int> ranks(15, me);
        varying<int> lines, everywhere_lines, exchanged;
        const std::vector<int> line(static_cast<std::size_t>(me), me);
        const varying<int> out{std::vector<int>(5, me), {1, 1, 1, 1, 1}};
        std::vector<int> reduced;
        std::vector<collective_request> requests;
        requests.push_back(async_barrier(world, limit));
        requests.push_back(async_broadcast(world, from_root, rank{3}, limit));
        requests.push_back(async_reduce(world, mine, sum, std::plus<>(), rank{1}, limit));
        requests.push_back(async_allreduce(world, everywhere, std::plus<>(), limit));
        requests.push_back(async_scan(world, mine, upto, std::plus<>(), limit));
        requests.push_back(async_exclusive_scan(world, mine, before, std::plus<>(), limit));
        requests.push_back(async_gather(world, mine, gathered, rank{2}, limit));
        requests.push_back(async_scatter(world, one, given, rank{4}, limit));
        requests.push_back(async_allgather(world, mine, all, limit));
        requests.push_back(async_reduce_scatter(world, ranks, part, std::plus<>(), limit));
        requests.push_back(async_alltoall(world, ranks, swapped, limit));
        requests.push_back(async_gather_varying(world, line, lines, rank{0}, limit));
        requests.push_back(async_allgather_varying(world, line, everywhere_lines, limit));
        requests.push_back(async_alltoall_varying(world, out, exchanged, limit));
        requests.push_back(async_reduce_scatter_varying(world, out.items, out.counts, reduced, std::plus<>(), limit));
        for (collective_request& r : requests)
            r.wait(limit);

        const int total = sum_of_ranks(world);
        found.expect(from_root == std::vector<int>(2, 3), "broadcast");
        found.expect(sum == std::vector<int>(3, me == 1 ? total : 0), "reduce");
        found.expect(everywhere == std::vector<int>(3, total), "allreduce");
        found.expect(upto[0] == me * (me + 1) / 2, "scan");
        found.expect(before[0] == (me == 0 ? -1 : me * (me - 1) / 2), "exclusive_scan");
        found.expect(me != 2 || (gathered[0] == 0 && gathered[14] == 4), "gather");
        found.expect(given[2] == 3 * me + 2, "scatter");
        found.expect(all[0] == 0 && all[14] == 4, "allgather");
        found.expect(part == std::vector<int>(3, total), "reduce_scatter");
        found.expect(swapped == all, "alltoall");
        found.expect((me == 0) == (lines.items.size() == 10u), "gather_varying");
        found.expect(everywhere_lines.counts == std::vector<std::size_t>{0, 1, 2, 3, 4}, "allgather_varying");
        found.expect(exchanged.items == std::vector<int>{0, 1, 2, 3, 4} && p == 5, "alltoall_varying");
        found.expect(reduced == std::vector<int>{total}, "reduce_scatter_varying");
    });
    CHECK(found.first() == "");
}

TEST_CASE("async: the name of the algorithm may end before the collective begins") {
    findings found;
    on_every_transport(2, [&](group& world) {
        std::atomic<bool> begin{false};
        auto first = start_collective(world, [&](const group&) {
            while (!begin)
                std::this_thread::yield();
        });
        int value = 1;
        std::string name = "an algorithm of nobody";
        auto second = async_allreduce(world, value, std::plus<>(), with_algorithm(name, limit));
        name.assign(name.size(), '?');
        name = {};
        begin = true;
        first.wait(limit);
        found.expect(says([&] { second.wait(limit); }, "an algorithm of nobody"), "the name in the error");
    });
    CHECK(found.first() == "");
}

TEST_CASE("async: a collective proceeds while a rank does not call the library") {
    findings found;
    std::atomic<bool> rank_1_has_result{false};
    run_threads(2, [&](group& world) {
        int value = 1;
        collective_request summing = async_allreduce(world, value, std::plus<>(), limit);
        // Rank 0 makes no call until rank 1 has the result, which needs rank 0's part.
        if (world.rank().value == 0) rank_1_has_result.wait(false);
        summing.wait(limit);
        found.expect(value == 2, "the sum");
        rank_1_has_result = true;
        rank_1_has_result.notify_all();
    });
    CHECK(found.first() == "");
}

TEST_CASE("async: a blocking collective waits for those started before it") {
    on_every_transport(3, [](group& world) {
        std::vector<int> long_items(100'000, 1);
        collective_request first = async_allreduce(world, long_items, std::plus<>(), limit);
        int value = 1;
        allreduce(world, value, std::plus<>(), limit);
        if (!first.test() || value != 3) throw std::runtime_error("the second collective overtook the first");
        first.wait(limit);
    });
}

TEST_CASE("async: collectives of two groups do not wait for each other") {
    findings found;
    run_threads(2, [&](group& world) {
        const group other = world.duplicate(limit);
        int a = 1, b = 1;
        std::vector<collective_request> requests;
        const auto start_a = [&] { requests.push_back(async_allreduce(world, a, std::plus<>(), limit)); };
        const auto start_b = [&] { requests.push_back(async_allreduce(other, b, std::plus<>(), limit)); };
        if (world.rank().value == 0) {
            start_a();
            start_b();
        } else {
            start_b();
            start_a();
        }
        for (collective_request& r : requests)
            r.wait(limit);
        found.expect(a == 2 && b == 2, "the sums");
    });
    CHECK(found.first() == "");
}

TEST_CASE("async: an error is thrown by wait, and the group has failed") {
    findings found;
    run_threads(2, [&](group& world) {
        int value = 1;
        collective_request refused = async_broadcast(world, value, rank{7}, limit);
        found.expect(says([&] { refused.wait(limit); }, "rank 7 is not in a group of 2"), "the root");
        const auto failing = [](int, int) -> int { throw std::runtime_error("no sum"); };
        collective_request fails = async_allreduce(world, value, failing, limit);
        found.expect(says([&] { fails.wait(limit); }, "no sum"), "the operation");
        found.expect(says([&] { barrier(world, limit); }, "already failed"), "the next collective");
    });
    CHECK(found.first() == "");
}

TEST_CASE("async: a request that is dropped ends its collective first") {
    on_every_transport(3, [](group& world) {
        std::vector<int> values(1000, 1);
        (void)async_allreduce(world, values, std::plus<>(), limit);
        if (values.front() != 3) throw std::runtime_error("the request did not wait");
    });
}

TEST_CASE("persistent: a prepared collective runs many times with the memory's present content") {
    on_every_transport(4, [](group& world) {
        std::vector<double> residual(10);
        persistent_collective sum = persistent_allreduce(world, residual, std::plus<>());
        for (int round = 0; round < 20; ++round) {
            std::ranges::fill(residual, round);
            if (round % 2 == 0) {
                sum.run(limit);
            } else {
                sum.start(limit);
                sum.wait(limit);
            }
            if (residual.back() != 4.0 * round) throw std::runtime_error("wrong sum in round " + std::to_string(round));
        }
    });
}

TEST_CASE("persistent: every form prepares and runs") {
    on_every_transport(3, [](group& world) {
        const int me = world.rank().value;
        std::vector<int> one{me}, got(1), all(3), out{me, me, me}, in(3), part(1);
        persistent_collective forms[] = {persistent_barrier(world),
                                         persistent_broadcast(world, one, rank{2}),
                                         persistent_reduce(world, out, in, std::plus<>(), rank{0}),
                                         persistent_scan(world, one, got, std::plus<>()),
                                         persistent_exclusive_scan(world, one, got, std::plus<>()),
                                         persistent_reduce_scatter(world, out, part, std::plus<>()),
                                         persistent_gather(world, one, all, rank{0}),
                                         persistent_scatter(world, all, got, rank{0}),
                                         persistent_allgather(world, one, all),
                                         persistent_alltoall(world, out, in)};
        for (int round = 0; round < 3; ++round)
            for (persistent_collective& form : forms)
                form.run(limit);
        if (all != std::vector<int>{2, 2, 2} || in != std::vector<int>{0, 1, 2} || part != std::vector<int>{3})
            throw std::runtime_error("wrong result");
    });
}

TEST_CASE("persistent: a run that was not waited for is not started again") {
    run_threads(1, [](group& world) {
        persistent_collective all = persistent_barrier(world);
        all.start(limit);
        CHECK_THROWS_WITH(all.start(limit), Catch::Contains("has not been waited for"));
        all.wait(limit);
        all.start(limit);
        all.wait(limit);
    });
}

TEST_CASE("persistent: a start after a failed run reports that the group has failed") {
    findings found;
    on_every_transport(2, [&](group& world) {
        const auto failing = [](int, int) -> int { throw std::runtime_error("on purpose"); };
        int value = 1;
        persistent_collective sum = persistent_allreduce(world, value, failing);
        sum.start(limit);
        for (int i = 0; i < 2; ++i)
            found.expect(says([&] { sum.wait(limit); }, "on purpose"), "each wait throws the error of the run");
        sum.start(limit);
        found.expect(says([&] { sum.wait(limit); }, "this group has already failed"), "the next run");
    });
    CHECK(found.first().empty());
}

// The thread sanitizer checks that both threads may use the group.
TEST_CASE("async: groups are made from lists while a collective measures the network") {
    findings found;
    on_every_transport(4, [&](group& world) {
        std::vector<double> items(1000, 1.0);  // long enough for a measurement
        collective_request summing = async_allreduce(world, items, std::plus<>(), limit);
        for (int i = 0; i < 20; ++i) {
            const group made = world.subgroup(rank_list::range(0, world.size()), limit);
            found.expect(made.size() == world.size(), "the group");
        }
        summing.wait(limit);
        found.expect(items.back() == 4.0, "the sum");
    });
    CHECK(found.first().empty());
}

TEST_CASE("the descriptor of a collective is readable while it is done") {
    const auto is_readable = [](int descriptor, std::chrono::milliseconds wait) {
        pollfd one{descriptor, POLLIN, 0};
        return ::poll(&one, 1, static_cast<int>(wait.count())) == 1;
    };
    findings found;
    on_every_transport(2, [&](group& world) {
        int value = 0;
        persistent_collective sum = persistent_allreduce(world, value, std::plus<>());
        found.expect(error_of([&] { (void)sum.descriptor(); }) == errc::invalid_argument, "before the first start");
        for (int round = 0; round < 3; ++round) {
            value = 1;
            if (world.rank() == rank{0}) {
                sum.start(limit);
                const int descriptor = sum.descriptor();
                found.expect(!is_readable(descriptor, 0ms), "readable before the other rank has entered");
                world.send(rank{1}, tag{0}, round, limit);
                found.expect(is_readable(descriptor, limit), "not readable at the end");
                sum.wait(limit);
                found.expect(is_readable(descriptor, 0ms) && sum.descriptor() == descriptor, "closed by wait");
            } else {
                (void)world.recv<int>(rank{0}, tag{0}, limit);
                sum.run(limit);
            }
            found.expect(value == 2, "the sum");
        }
        collective_request done = async_barrier(world, limit);
        done.wait(limit);
        found.expect(is_readable(done.descriptor(), 0ms), "made after the end");
        collective_request none;
        found.expect(error_of([&] { (void)none.descriptor(); }) == errc::invalid_argument, "an empty request");
    });
    CHECK(found.first().empty());
}

}  // namespace async_collectives_test
