// Every algorithm of every collective with real messages: results against brute force, and the messages and bytes that
// were sent against the algorithm's cost.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <string>

#include "banyan/net/collectives.hpp"
#include "banyan/net/thread_world.hpp"
#include "libnet/collectives/algorithm_choice.hpp"
#include "libnet/collectives/host_numbers.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/choice.hpp"
#include "libnet/schedules/lin_network.hpp"
#include "tests/common/error_of.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/group_sizes.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libnet/schedules/operations.hpp"

namespace every_algorithm_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

constexpr auto limit = 30s;
using items = std::vector<std::int64_t>;

// One call of a collective by its name of algorithm.
struct call {
    const group& world;
    const algorithm& how;
    std::size_t length;  // items of one rank, or of a block
    rank root;
    bool commutes = false;  // a reduction adds; otherwise its operation does not commute
    std::vector<int> hosts = host_numbers(world);

    [[nodiscard]] int me() const { return world.rank().value; }
    [[nodiscard]] int size() const { return world.size(); }
    [[nodiscard]] bool on_root() const { return world.rank() == root; }
    [[nodiscard]] std::size_t all() const { return length * static_cast<std::size_t>(size()); }
    [[nodiscard]] collective_options options() const { return with_algorithm(how.name, limit); }
    [[nodiscard]] items mine() const { return values_of_rank(me(), length); }
};

// The blocks of ranks 0 .. p-1, one after another.
items blocks_of_all(const call& c) {
    items all;
    for (int r = 0; r < c.size(); ++r)
        std::ranges::copy(values_of_rank(r, c.length), std::back_inserter(all));
    return all;
}

items block(const items& all, int r, std::size_t length) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(r) * length);
    return {begin, begin + static_cast<std::ptrdiff_t>(length)};
}

// Whether is_right(operation) holds for the operation of the call.
template <class Check>
bool with_operation(const call& c, Check is_right) {
    return c.commutes ? is_right(std::plus<>()) : is_right(ordered_operation);
}

bool broadcast_is_right(const call& c) {
    items got = c.on_root() ? c.mine() : items(c.length);
    broadcast(c.world, got, c.root, c.options());
    return got == values_of_rank(c.root.value, c.length);
}

bool reduce_is_right(const call& c) {
    return with_operation(c, [&](auto op) {
        items got(c.length, -1), in_place = c.mine();
        reduce(c.world, c.mine(), got, op, c.root, c.options());
        reduce(c.world, in_place, in_place, op, c.root, c.options());
        if (c.on_root() && in_place != got) return false;
        return got == (c.on_root() ? combined_in_order(0, c.size(), c.length, op) : items(c.length, -1));
    });
}

bool allreduce_is_right(const call& c) {
    return with_operation(c, [&](auto op) {
        const items mine = c.mine();
        items got(c.length), in_place = mine;
        allreduce(c.world, mine, got, op, c.options());
        allreduce(c.world, in_place, op, c.options());
        return got == combined_in_order(0, c.size(), c.length, op) && in_place == got && mine == c.mine();
    });
}

bool scan_is_right(const call& c) {
    return with_operation(c, [&](auto op) {
        items got(c.length), in_place = c.mine();
        scan(c.world, c.mine(), got, op, c.options());
        scan(c.world, in_place, in_place, op, c.options());
        return in_place == got && got == combined_in_order(0, c.me() + 1, c.length, op);
    });
}

bool exclusive_scan_is_right(const call& c) {
    return with_operation(c, [&](auto op) {
        items got(c.length, -1);
        exclusive_scan(c.world, c.mine(), got, op, c.options());
        return got == (c.me() == 0 ? items(c.length, -1) : combined_in_order(0, c.me(), c.length, op));
    });
}

bool gather_is_right(const call& c) {
    items got(c.on_root() ? c.all() : 0);
    gather(c.world, c.mine(), got, c.root, c.options());
    return !c.on_root() || got == blocks_of_all(c);
}

bool scatter_is_right(const call& c) {
    items got(c.length);
    scatter(c.world, c.on_root() ? blocks_of_all(c) : items(), got, c.root, c.options());
    return got == c.mine();
}

bool allgather_is_right(const call& c) {
    items got(c.all());
    allgather(c.world, c.mine(), got, c.options());
    return got == blocks_of_all(c);
}

bool reduce_scatter_is_right(const call& c) {
    return with_operation(c, [&](auto op) {
        items got(c.length);
        reduce_scatter(c.world, values_of_rank(c.me(), c.all()), got, op, c.options());
        return got == block(combined_in_order(0, c.size(), c.all(), op), c.me(), c.length);
    });
}

bool alltoall_is_right(const call& c) {
    items got(c.all()), expected;
    alltoall(c.world, values_of_rank(c.me(), c.all()), got, c.options());
    for (int r = 0; r < c.size(); ++r)
        std::ranges::copy(block(values_of_rank(r, c.all()), c.me(), c.length), std::back_inserter(expected));
    return got == expected;
}

bool barrier_is_right(const call& c) {
    barrier(c.world, c.options());
    return true;
}

struct collective_case {
    collective_kind kind;
    bool (*is_right)(const call&);
    bool has_root;
    int calls;  // how often is_right() carries it out
};

const collective_case cases[] = {
    {collective_kind::barrier, barrier_is_right, false, 1},
    {collective_kind::broadcast, broadcast_is_right, true, 1},
    {collective_kind::reduce, reduce_is_right, true, 2},
    {collective_kind::allreduce, allreduce_is_right, false, 2},
    {collective_kind::scan, scan_is_right, false, 2},
    {collective_kind::exclusive_scan, exclusive_scan_is_right, false, 1},
    {collective_kind::gather, gather_is_right, true, 1},
    {collective_kind::scatter, scatter_is_right, true, 1},
    {collective_kind::allgather, allgather_is_right, false, 1},
    {collective_kind::reduce_scatter, reduce_scatter_is_right, false, 1},
    {collective_kind::alltoall, alltoall_is_right, false, 1},
};

const collective_case* case_of(const algorithm& how) {
    const auto* const found = std::ranges::find(cases, how.kind, &collective_case::kind);
    return found == std::end(cases) ? nullptr : found;
}

// With the segment that a named algorithm takes once the network is known.
collective_shape shape_of(const call& c) {
    collective_shape shape{.rank = c.me(),
                           .size = c.size(),
                           .root = c.root.value,
                           .items = c.length,
                           .commutative = c.commutes,
                           .host_of = c.hosts};
    if (c.how.kind == collective_kind::scatter)
        shape.groups = best_groups(shape, sizeof(std::int64_t), known_network(c.world));
    if (const network_model* network = detail::group_state::of(c.world).network.get())
        shape.segment = best_segment(c.how, shape, sizeof(std::int64_t), *network);
    return shape;
}

bool costs_what_it_says(const call& c, const collective_case& what, const collective_traffic& before) {
    const algorithm_cost cost = c.how.cost(shape_of(c));  // before an automatic call measures the network
    const collective_traffic now = c.world.traffic();
    std::vector<std::uint64_t> sum{now.messages - before.messages, now.bytes - before.bytes};
    allreduce(c.world, sum, std::plus<>{}, limit);
    const auto calls = static_cast<unsigned>(what.calls);
    return sum[0] == calls * cost.messages && sum[1] == calls * cost.items * sizeof(std::int64_t);
}

void check_algorithm(const group& world, const algorithm& how, std::size_t length, findings& found) {
    const collective_case& what = *case_of(how);
    for (const int root : {0, world.size() / 2, world.size() - 1}) {
        call c{world, how, length, rank{root}};
        const auto fits = [&] { return !how.fits || how.fits(shape_of(c)); };
        c.commutes = !fits();  // the ring of reductions, and some of two levels, need an operation that commutes
        if (!fits()) continue;
        const collective_traffic before = world.traffic();
        const std::string name = std::string(name_of(how.kind)) + " " + std::string(how.name) + ", rank " +
                                 std::to_string(c.me()) + ", length " + std::to_string(length) + ", root " +
                                 std::to_string(root);
        found.expect(what.is_right(c), name + ": wrong result");
        found.expect(costs_what_it_says(c, what, before), name + ": other messages or bytes than its cost");
        if (!what.has_root) return;
    }
}

void check_all(const group& world, findings& found) {
    const auto p = static_cast<std::size_t>(world.size());
    for (const algorithm* how : all_algorithms())
        if (case_of(*how))
            for (const std::size_t length : {std::size_t{1}, p + 1, std::size_t{1000}})
                check_algorithm(world, *how, length, found);
}

}  // namespace

TEST_CASE("Every algorithm carries out its collective with the messages that its cost says") {
    const int size = any_size({1, 2, 3, 4, 5, 7, 8, 13});
    findings found;
    on_every_transport(size, [&](group& world) { check_all(world, found); });
    CHECK(found.first() == "");
}

TEST_CASE("Every algorithm sends the messages that its cost says between ranks of several hosts") {
    const int hosts = GENERATE(2, 3);
    const bool in_turn = GENERATE(false, true);
    constexpr int size = 7;
    findings found;
    run_threads(size, [&](group& world) {
        std::vector<task_id> members;
        std::vector<std::string> names;
        for (int r = 0; r < size; ++r) {
            members.push_back(world.task(rank{r}));
            names.push_back("host-" + std::to_string(in_turn ? r % hosts : r * hosts / size));
        }
        check_all(group(world.box(), members, context_id{100}, names), found);
    });
    CHECK(found.first() == "");
}

TEST_CASE("Long vectors go through every algorithm, also in segments") {
    const std::size_t length = shortened() ? 20'000 : 100'000;
    findings found;
    run_threads(5, [&](group& world) {
        for (const algorithm* how : all_algorithms())
            if (case_of(*how)) check_algorithm(world, *how, length, found);
    });
    CHECK(found.first() == "");
}

TEST_CASE("An algorithm that does not exist is refused before anything is sent") {
    findings found;
    run_threads(2, [&](group& world) {
        double x = 1;
        std::string text;
        try {
            broadcast(world, x, rank{0}, with_algorithm("fast"));
        } catch (const error& refused) {
            text = refused.what();
        }
        found.expect(text.starts_with("broadcast: there is no algorithm 'fast'; allowed: automatic, hypercube-tree"),
                     text);
        broadcast(world, x, rank{0}, with_algorithm("automatic"));
    });
    CHECK(found.first() == "");
}

TEST_CASE("An algorithm or fanout that does not exist is refused before the lengths of blocks are exchanged") {
    findings found;
    run_threads(2, [&](group& world) {
        const varying<int> blocks{{1, 2, 3}, {1, 2}};
        collective_options no_children;
        no_children.fanout = 0;
        const std::uint64_t before = world.traffic().messages;
        for (const collective_options& how : {with_algorithm("fast"), no_children}) {
            const auto expect_refusal = [&](auto call, const char* what) {
                found.expect(error_of(call) == errc::invalid_argument, what);
            };
            expect_refusal([&] { (void)gather_varying(world, blocks.items, rank{0}, how); }, "gather_varying");
            expect_refusal([&] { (void)allgather_varying(world, blocks.items, how); }, "allgather_varying");
            expect_refusal([&] { (void)scatter_varying(world, blocks, rank{0}, how); }, "scatter_varying");
            expect_refusal([&] { (void)alltoall_varying(world, blocks, how); }, "alltoall_varying");
        }
        found.expect(world.traffic().messages == before, "messages");
        barrier(world, limit);
    });
    CHECK(found.first() == "");
}

}  // namespace every_algorithm_test
