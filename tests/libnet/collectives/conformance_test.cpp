// Every collective on every transport, 1 to 17 ranks (threads), against results computed without messages.
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <string>

#include "banyan/net/collectives.hpp"
#include "banyan/net/thread_world.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/group_sizes.hpp"

namespace conformance_test {

using namespace banyan::net;
using namespace std::chrono_literals;
using banyan::testing::affordable_sizes;
using banyan::testing::any_size;
using banyan::testing::any_transport;
using banyan::testing::findings;
using banyan::testing::on_every_transport;
using banyan::testing::sizes_to;

namespace {

constexpr auto limit = 30s;

constexpr int sizes_over_sockets[] = {1, 2, 3, 5, 8, 13, 17};

struct setting {
    transport_kind kind;
    int size;
};

// All sizes in memory; over sockets those where the trees have every shape.
std::vector<setting> settings() {
    std::vector<setting> all;
    for (const auto kind : banyan::testing::transports())
        for (const int size : affordable_sizes(sizes_to(17)))
            if (kind == transport_kind::in_process || std::ranges::count(sizes_over_sockets, size) > 0)
                all.push_back({kind, size});
    return all;
}

template <class Body>
void on_ranks(const setting& s, Body body) {
    findings found;
    run_threads(
        s.size, [&](group& world) { body(world, found); }, s.kind);
    INFO("size " << s.size << ", transport " << banyan::testing::name_of(s.kind));
    CHECK(found.first() == "");
}

template <class Body>
void on_every_setting(Body body) {
    on_ranks(GENERATE(from_range(settings())), body);
}

std::string at(const group& g, const char* what, std::size_t length) {
    return std::string(what) + ": rank " + std::to_string(g.rank().value) + ", length " + std::to_string(length);
}

constexpr std::size_t lengths[] = {0, 1, 3, 1000};

int value(int rank, std::size_t i) {
    return rank * 1000 + static_cast<int>(i % 997);
}

std::vector<int> values(int rank, std::size_t length) {
    std::vector<int> items(length);
    for (std::size_t i = 0; i < length; ++i)
        items[i] = value(rank, i);
    return items;
}

// 2 x 2 matrices modulo 2^32: an associative operation that does not commute.
struct matrix {
    std::uint32_t a, b, c, d;
    friend bool operator==(const matrix&, const matrix&) = default;
};

matrix multiply(const matrix& x, const matrix& y) {
    return {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
}

matrix factor(int rank, std::size_t i) {
    const auto r = static_cast<std::uint32_t>(rank) + 1;
    return {r, static_cast<std::uint32_t>(i) + 2, 3, r * r};
}

std::vector<matrix> factors(int rank, std::size_t length) {
    std::vector<matrix> items;
    for (std::size_t i = 0; i < length; ++i)
        items.push_back(factor(rank, i));
    return items;
}

std::vector<matrix> products(int size, std::size_t length) {
    std::vector<matrix> all = factors(0, length);
    for (int r = 1; r < size; ++r) {
        for (std::size_t i = 0; i < length; ++i)
            all[i] = multiply(all[i], factor(r, i));
    }
    return all;
}

}  // namespace

TEST_CASE("broadcast gives the root's items to all, from every root") {
    on_every_setting([](group& world, findings& found) {
        for (int root = 0; root < world.size(); ++root) {
            for (const std::size_t length : lengths) {
                std::vector<int> items = values(world.rank().value, length);
                broadcast(world, items, rank{root}, limit);
                found.expect(items == values(root, length), at(world, "broadcast", length));
            }
        }
    });
}

TEST_CASE("reduce keeps the order of ranks, for every root") {
    on_every_setting([](group& world, findings& found) {
        for (int root = 0; root < world.size(); ++root) {
            for (const std::size_t length : lengths) {
                const std::vector<matrix> mine = factors(world.rank().value, length);
                const bool is_root = world.rank().value == root;
                std::vector<matrix> result(is_root ? length : 0);
                reduce(world, mine, result, multiply, rank{root}, limit);
                if (is_root) found.expect(result == products(world.size(), length), at(world, "reduce", length));
            }
        }
    });
}

TEST_CASE("allreduce keeps the order of ranks on every rank") {
    on_every_setting([](group& world, findings& found) {
        for (const std::size_t length : lengths) {
            std::vector<matrix> items = factors(world.rank().value, length);
            allreduce(world, items, multiply, limit);
            found.expect(items == products(world.size(), length), at(world, "allreduce", length));
        }
    });
}

TEST_CASE("allreduce of floating point is bitwise the same on all ranks and in every run") {
    const int size = any_size(sizes_to(17));
    on_ranks({transport_kind::in_process, size}, [](group& world, findings& found) {
        const auto term = [&](std::size_t i) {
            return std::sin(1e3 * world.rank().value + 0.1 * static_cast<double>(i));
        };
        std::vector<double> first;
        for (int run = 0; run < 5; ++run) {
            std::vector<double> items(200);
            for (std::size_t i = 0; i < items.size(); ++i)
                items[i] = term(i) * std::pow(10.0, static_cast<double>(i % 17));
            allreduce(world, items, std::plus<>{}, limit);
            std::vector<double> of_root = items;
            broadcast(world, of_root, rank{0}, limit);
            if (run == 0) first = items;
            const std::size_t bytes = items.size() * sizeof(double);
            found.expect(std::memcmp(items.data(), of_root.data(), bytes) == 0, at(world, "ranks differ", 200));
            found.expect(std::memcmp(items.data(), first.data(), bytes) == 0, at(world, "runs differ", 200));
        }
    });
}

TEST_CASE("gather and scatter move every rank's part, for every root") {
    on_every_setting([](group& world, findings& found) {
        const auto p = static_cast<std::size_t>(world.size());
        for (int root = 0; root < world.size(); ++root) {
            const bool is_root = world.rank().value == root;
            for (const std::size_t length : lengths) {
                std::vector<int> all(is_root ? p * length : 0);
                gather(world, values(world.rank().value, length), all, rank{root}, limit);
                std::vector<int> expected;
                for (int r = 0; r < world.size(); ++r) {
                    for (const int v : values(r, length))
                        expected.push_back(v);
                }
                if (is_root) found.expect(all == expected, at(world, "gather", length));
                std::vector<int> mine(length, -1);
                scatter(world, all, mine, rank{root}, limit);
                found.expect(mine == values(world.rank().value, length), at(world, "scatter", length));
            }
        }
    });
}

TEST_CASE("gather_varying and scatter_varying move parts of different lengths, also empty ones") {
    on_every_setting([](group& world, findings& found) {
        const auto length_of = [](int r) { return static_cast<std::size_t>(r * 7 % 5 * 40); };
        for (int root = 0; root < world.size(); ++root) {
            const int me = world.rank().value;
            const varying<int> all = gather_varying(world, values(me, length_of(me)), rank{root}, limit);
            varying<int> expected;
            for (int r = 0; r < world.size() && me == root; ++r) {
                expected.counts.push_back(length_of(r));
                for (const int v : values(r, length_of(r)))
                    expected.items.push_back(v);
            }
            found.expect(all.items == expected.items && all.counts == expected.counts, at(world, "gather_varying", 0));
            const std::vector<int> mine = scatter_varying(world, all, rank{root}, limit);
            found.expect(mine == values(me, length_of(me)), at(world, "scatter_varying", 0));
        }
    });
}

TEST_CASE("long items are sent through collectives too") {
    const auto kind = any_transport();
    on_ranks({kind, 5}, [](group& world, findings& found) {
        const std::size_t length = 200'000;  // 800 kB, beyond every eager limit
        std::vector<int> items = values(world.rank().value, length);
        allreduce(world, items, std::plus<>{}, limit);
        std::vector<int> expected(length, 0);
        for (int r = 0; r < world.size(); ++r) {
            for (std::size_t i = 0; i < length; ++i)
                expected[i] += value(r, i);
        }
        found.expect(items == expected, at(world, "allreduce", length));
        items = values(world.rank().value, length);
        broadcast(world, items, rank{3}, limit);
        found.expect(items == values(3, length), at(world, "broadcast", length));
    });
}

TEST_CASE("no rank leaves a barrier before the last has entered") {
    std::atomic<int> entered{0};
    on_every_setting([&](group& world, findings& found) {
        for (int round = 1; round <= 20; ++round) {
            ++entered;
            barrier(world, limit);
            found.expect(entered >= round * world.size(), at(world, "barrier left early", 0));
            barrier(world, limit);
        }
    });
}

TEST_CASE("successive collectives never mix, with any roots and operations") {
    const int size = any_size({2, 5, 8, 17});
    on_ranks({transport_kind::in_process, size}, [](group& world, findings& found) {
        for (int i = 0; i < 300; ++i) {
            const int root = i % world.size();
            std::vector<int> items{world.rank().value == root ? i : -1};
            broadcast(world, items, rank{root}, limit);
            found.expect(items[0] == i, at(world, "broadcast", 1));
            if (i % 3 == 0) {
                const int sum = allreduce_value(world, i + world.rank().value, std::plus<>{}, limit);
                found.expect(sum == i * world.size() + world.size() * (world.size() - 1) / 2,
                             at(world, "allreduce", 1));
            }
        }
    });
}

TEST_CASE("a root outside the group is refused on every rank") {
    on_ranks({transport_kind::in_process, 3}, [](group& world, findings& found) {
        for (const int root : {3, -1}) {
            std::vector<int> items(4);
            try {
                broadcast(world, items, rank{root}, limit);
                found.expect(false, at(world, "bad root accepted", 4));
            } catch (const error& e) {
                found.expect(e.which() == errc::invalid_argument, at(world, "wrong error", 4));
            }
        }
    });
}

TEST_CASE("a result that overlaps the input where it must not is refused, and the group stays usable") {
    on_ranks({transport_kind::in_process, 2}, [](group& world, findings& found) {
        std::vector<int> items(8, 1);
        const std::span<int> all(items);
        const auto refused = [&](auto call) {
            try {
                call();
            } catch (const error& e) {
                return e.which() == errc::invalid_argument;
            }
            return false;
        };
        found.expect(refused([&] { alltoall(world, all, all, limit); }), at(world, "alltoall", 8));
        found.expect(refused([&] { reduce_scatter(world, all, all.last(4), std::plus<>(), limit); }),
                     at(world, "reduce_scatter", 8));
        found.expect(refused([&] { exclusive_scan(world, all.first(5), all.last(5), std::plus<>(), limit); }),
                     at(world, "exclusive_scan", 5));
        found.expect(refused([&] { allgather(world, all.first(4), all, limit); }), at(world, "allgather", 4));
        found.expect(refused([&] { scan(world, all.first(5), all.last(5), std::plus<>(), limit); }),
                     at(world, "a part of scan", 5));
        found.expect(refused([&] { allreduce(world, all.first(5), all.last(5), std::plus<>(), limit); }),
                     at(world, "a part of allreduce", 5));
        if (world.rank() == rank{0}) {  // on other ranks these collectives use one of the ranges only
            found.expect(refused([&] { reduce(world, all.first(5), all.last(5), std::plus<>(), rank{0}, limit); }),
                         at(world, "a part of reduce", 5));
            found.expect(refused([&] { gather(world, all.last(4), all, rank{0}, limit); }), at(world, "gather", 4));
            found.expect(refused([&] { scatter(world, all, all.first(4), rank{0}, limit); }), at(world, "scatter", 4));
        }
        scan(world, all, all, std::plus<>(), limit);
        alltoall(world, all.first(4), all.last(4), limit);
        found.expect(items[4] == 1 && items.back() == 2, at(world, "memory side by side", 4));
        std::vector<int> sum{1}, on_root(world.rank() == rank{0} ? 2 : 0);
        reduce(world, sum, sum, std::plus<>(), rank{0}, limit);
        found.expect(sum[0] == (world.rank() == rank{0} ? 2 : 1), at(world, "reduce in place", 1));
        gather(world, world.rank().value, on_root, rank{0}, limit);
        found.expect(on_root.empty() || on_root == std::vector<int>{0, 1}, at(world, "gather", 1));
    });
}

TEST_CASE("a collective that a rank never enters ends at its deadline") {
    on_every_transport(2, [](group& world) {
        if (world.rank().value == 1) {
            // Outlives rank 0's deadline: takes the message that rank 0 sends after it.
            std::vector<int> late(1);
            world.recv<int>(rank{0}, tag{1}, late, limit);
            return;
        }
        std::vector<int> items{1};
        try {
            allreduce(world, items, std::plus<>{}, 20ms);
            FAIL("the collective ended without its second rank");
        } catch (const error& e) {
            CHECK(e.which() == errc::timeout);
        }
        world.send<int>(rank{1}, tag{1}, items, limit);
    });
}

TEST_CASE("ranks with different lengths get an error") {
    std::atomic<int> refused{0};
    try {
        run_threads(2, [&](group& world) {
            std::vector<int> items(world.rank().value == 0 ? 2 : 1);
            try {
                broadcast(world, items, rank{0}, limit);
            } catch (const error& e) {
                refused += e.which() == errc::collective_mismatch;
            }
        });
    } catch (const error&) {
    }
    CHECK(refused == 1);
}

TEST_CASE("split makes groups by color, ordered by key, that do not disturb each other") {
    const int size = GENERATE(range(1, 10));
    on_ranks({transport_kind::in_process, size}, [](group& world, findings& found) {
        const int me = world.rank().value;
        const group half = world.split(me % 2, -me, limit);
        const int members = (world.size() + (me % 2 == 0 ? 1 : 0)) / 2;
        found.expect(half.size() == members, at(world, "size of the half", 0));
        // Descending by world rank: the last of the color comes first.
        found.expect(half.rank().value == members - 1 - me / 2, at(world, "rank in the half", 0));
        const int sum = allreduce_value(half, me, std::plus<>{}, limit);
        found.expect(sum == members * (members - 1) + (me % 2) * members, at(world, "sum of the half", 0));

        const group same = half.duplicate(limit);
        found.expect(same.rank() == half.rank() && same.size() == half.size(), at(world, "duplicate", 0));
        found.expect(same.user_context() != half.user_context(), at(world, "contexts", 0));
        const int everybody = allreduce_value(world, 1, std::plus<>{}, limit);
        found.expect(everybody == world.size(), at(world, "world after split", 0));
        const group after = world.split(0, 0, limit);  // the halves are ahead of each other by the same amount
        found.expect(after.user_context() != same.user_context(), at(world, "contexts after", 0));
    });
}

}  // namespace conformance_test
