// Which algorithm a call takes: that of the program, then that of the options or the environment, then the library's.
#include "libnet/collectives/algorithm_choice.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "banyan/net/collectives.hpp"
#include "banyan/net/persistent_collectives.hpp"
#include "libnet/collectives/collective_plan.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/schedules/choice.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/variable_set.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace algorithm_choice_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr int size = 5;

mailbox_options naming(const std::string& algorithms) {
    mailbox_options options;
    options.collective_algorithms = algorithms;
    return options;
}

// The algorithm of an allreduce of some items.
std::string chosen(const group& g, const collective_options& how = {}) {
    std::vector<int> items(10);
    const std::plus<> op;
    const auto bytes = std::as_writable_bytes(std::span(items));
    const auto call = detail::arguments_for_reduction<int>(collective_kind::allreduce, bytes, bytes, op);
    return std::string(plan_collective(g, call, how).chosen->how->name);
}

}  // namespace

TEST_CASE("options name the algorithm of calls that name none", "[algorithm]") {
    findings found;
    const auto body = [&](group& world) {
        const group other = world.duplicate(limit);
        for (const group& g : {world, other}) {
            found.expect(chosen(g) == "reduce-broadcast", chosen(g));
            found.expect(chosen(g, with_algorithm("ring")) == "ring", "a named algorithm wins");
            found.expect(chosen(g, with_algorithm("automatic")) != "reduce-broadcast", "automatic is a name too");
            std::vector<int> items(100, 1);
            allreduce(g, items, std::plus<>(), limit);
            persistent_allreduce(g, items, std::plus<>()).run(limit);
            found.expect(items.back() == size * size, "the sum");
        }
        barrier(world, limit);
    };
    SECTION("by mailbox_options") {
        run_threads(size, body, transport_kind::in_process, naming("allreduce=reduce-broadcast,allgather=ring"));
    }
    SECTION("by the environment, which overrides the options") {
        const variable_set variable("BANYAN_COLLECTIVE_ALGORITHMS", "allreduce=reduce-broadcast");
        run_threads(size, body, transport_kind::in_process, naming("allreduce=ring"));
    }
    CHECK(found.first() == "");
}

TEST_CASE("named algorithms also carry out the first parts of collectives", "[algorithm]") {
    on_every_transport(
        size,
        [](group& world) {
            const auto all = gather_varying(world, std::vector<int>(2, 1), rank{1}, limit);
            demand(all.items.size() == (world.rank() == rank{1} ? 2u * size : 0u), "gather_varying");
            const std::size_t p = static_cast<std::size_t>(size);
            const varying<int> out{std::vector<int>(p, world.rank().value), std::vector<std::size_t>(p, 1)};
            demand(alltoall_varying(world, out, limit).items.back() == size - 1, "alltoall_varying");
            demand(world.split(0, -world.rank().value, limit).size() == size, "split");
        },
        naming("allgather=ring,gather=chain,alltoall=bruck,alltoall_varying=linear"));
}

TEST_CASE("a wrong name fails the first collective of each group, before anything is sent", "[algorithm]") {
    findings found;
    run_threads(
        3,
        [&](group& world) {
            for (int i = 0; i < 2; ++i)
                try {
                    barrier(world, limit);
                    found.expect(false, "no error");
                } catch (const error& why) {
                    found.expect(why.which() == errc::invalid_argument &&
                                     std::string(why.what()).find("no algorithm 'rings'") != std::string::npos,
                                 why.what());
                }
        },
        transport_kind::in_process, naming("allreduce=rings"));
    CHECK(found.first() == "");
}

TEST_CASE("an algorithm that does not fit the call is refused", "[algorithm]") {
    findings found;
    run_threads(
        3,
        [&](group& world) {
            const auto first = [](int a, int) { return a; };  // not known to be commutative
            try {
                (void)allreduce_value(world, 1, first, limit);
                found.expect(false, "no error");
            } catch (const error& why) {
                found.expect(std::string(why.what()).find("'ring'") != std::string::npos &&
                                 std::string(why.what()).find("does not fit") != std::string::npos,
                             why.what());
            }
            found.expect(allreduce_value(world, 1, std::plus<>(), limit) == 3, "the group stays usable");
        },
        transport_kind::in_process, naming("allreduce=ring"));
    CHECK(found.first() == "");
}

TEST_CASE("a named pipelined algorithm takes the best segment of a known network", "[algorithm]") {
    findings found;
    constexpr std::size_t bytes = 1 << 20;
    const std::string name = GENERATE("chain", "pipelined-binary-tree", "linear");
    run_threads(size, [&](group& world) {
        std::vector<std::byte> items(bytes);
        const auto call = detail::arguments_for<std::byte>(collective_kind::broadcast, {}, items);
        const auto segment = [&](collective_options how) {
            how.algorithm = name;
            collective_shape shape{.rank = world.rank().value, .size = size, .items = bytes};
            const algorithm& used = choose_algorithm(world, call, shape, how);
            found.expect(used.name == name, std::string(used.name));
            return shape.segment;
        };
        found.expect(segment({}) == 0, "one segment while no network is known");
        const network_model model{.cores = 64};
        detail::group_state::of(world).network.set(std::make_shared<const network_model>(model));
        const collective_shape shape{.rank = world.rank().value, .size = size, .items = bytes};
        const algorithm& how = *find_algorithm(collective_kind::broadcast, name);
        const std::size_t best = predict(how, shape, 1, model).segment;
        found.expect(segment({}) == best, "the segment of the prediction");
        found.expect((best > 0 && best < bytes) == (name != "linear"), "several segments");
        collective_options given;
        given.segment_bytes = 1000;
        found.expect(segment(given) == 1000, "the segment that the program gives");
        broadcast(world, items, rank{1}, with_algorithm(name, limit));
    });
    CHECK(found.first() == "");
}

TEST_CASE("the fanout of a call is that of its n-ary tree", "[algorithm]") {
    findings found;
    run_threads(size, [&](group& world) {
        for (const int fanout : {1, 2, 3, 4, 100, 2}) {
            std::vector<int> items(10, world.rank().value);
            collective_options how = with_algorithm("n-ary-tree", limit);
            how.fanout = fanout;
            const std::uint64_t before = world.traffic().messages;
            broadcast(world, items, rank{0}, how);
            const auto sent = static_cast<int>(world.traffic().messages - before);
            found.expect(items == std::vector<int>(10, 0), "wrong items");
            found.expect(world.rank().value != 0 || sent == std::min(fanout, size - 1),
                         std::to_string(sent) + " messages from the root");
        }
    });
    CHECK(found.first() == "");
}

TEST_CASE("a fanout below 1 is refused before anything is sent", "[algorithm]") {
    findings found;
    run_threads(2, [&](group& world) {
        for (const char* name : {"n-ary-tree", "automatic"})
            for (const int fanout : {0, -1}) {
                collective_options how = with_algorithm(name, limit);
                how.fanout = fanout;
                int item = 1;
                try {
                    broadcast(world, item, rank{0}, how);
                    found.expect(false, "no error");
                } catch (const error& why) {
                    found.expect(
                        why.which() == errc::invalid_argument &&
                            std::string(why.what()).find("fanout is " + std::to_string(fanout)) != std::string::npos,
                        why.what());
                }
            }
        barrier(world, limit);  // the group stays usable
    });
    CHECK(found.first() == "");
}

}  // namespace algorithm_choice_test
