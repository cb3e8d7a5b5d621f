// Groups from lists of ranks, and split with ranks that will be in no group.
#include <atomic>
#include <functional>
#include <random>
#include <stdexcept>

#include "banyan/net/collectives.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/schedules/network_model.hpp"
#include "tests/common/findings.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace subgroup_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

void expect_group(const group& world, const group& made, const rank_list& ranks) {
    demand(made.size() == ranks.size() && made.rank().value == ranks.place_of(world.rank()), "size and rank");
    for (int i = 0; i < ranks.size(); ++i)
        demand(made.task(rank{i}) == world.task(ranks[i]), "the order of the list");
    int sum = 0;
    for (const rank r : ranks)
        sum += r.value;
    demand(allreduce_value(made, world.rank().value, std::plus<>(), limit) == sum, "its collectives");
}

}  // namespace

TEST_CASE("subgroup: any lists, in any order, called by their ranks only", "[subgroup]") {
    const int size = GENERATE(1, 2, 5, 8);
    on_every_transport(size, [&](group& world) {
        std::mt19937 random(1);  // the same lists on all ranks
        std::vector<group> all;
        for (int turn = 0; turn < 20; ++turn) {
            std::vector<rank> ranks;
            for (int r = 0; r < size; ++r)
                if (random() % 3 > 0) ranks.emplace_back(r);
            std::shuffle(ranks.begin(), ranks.end(), random);
            const rank_list list(ranks);
            if (!list.contains(world.rank())) continue;
            all.push_back(world.subgroup(list, limit));
            expect_group(world, all.back(), list);
        }
        barrier(world, limit);  // the world has counted none of these calls
    });
}

TEST_CASE("subgroup: contexts are new, also beside split on some ranks", "[subgroup]") {
    on_every_transport(4, [](group& world) {
        const rank_list left{rank{0}, rank{1}};
        std::vector<group> all{world};
        if (left.contains(world.rank()))
            for (int i = 0; i < 3; ++i)
                all.push_back(world.subgroup(left, limit));
        all.push_back(world.duplicate(limit));
        if (world.rank().value >= 1) all.push_back(world.subgroup(rank_list::range(1, 4), limit));
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                demand(all[i].user_context() != all[j].user_context(), "a context is used twice");
    });
}

TEST_CASE("subgroup: wrong arguments are refused before anything is sent", "[subgroup]") {
    run_threads(2, [](group& world) {
        const rank other{1 - world.rank().value};
        const auto refused = [&](const rank_list& list) {
            return error_of([&] { (void)world.subgroup(list, limit); }) == errc::invalid_argument;
        };
        demand(refused({}) && refused({other}) && refused({world.rank(), rank{2}}), "refused");
        expect_group(world, world.subgroup({rank{1}, rank{0}}, limit), {rank{1}, rank{0}});
    });
}

TEST_CASE("subgroup: a list that differs is reported on all ranks", "[subgroup]") {
    findings found;
    on_every_transport(3, [&](group& world) {
        const rank_list list = world.rank() == rank{2} ? rank_list{rank{0}, rank{2}, rank{1}} : rank_list::range(0, 3);
        const errc code = error_of([&] { (void)world.subgroup(list, limit); });
        found.expect(code == errc::collective_mismatch, "another error or none");
        expect_group(world, world.subgroup(rank_list::range(0, 3), limit), rank_list::range(0, 3));
    });
    CHECK(found.first() == "");
}

TEST_CASE("subgroup: works after the group has failed, and names a listed rank that has died", "[subgroup]") {
    constexpr int size = 5;
    constexpr rank victim{2};
    std::atomic<int> right{0}, ready{0};
    const auto body = [&](group& world) {
        barrier(world, limit);
        ++ready;
        wait_for(ready, size);
        if (world.rank() == victim) throw std::runtime_error("on purpose");
        demand(error_of([&] { barrier(world, limit); }) == errc::peer_lost, "the group has failed");
        demand(error_of([&] { (void)world.subgroup(rank_list::range(0, size), limit); }) == errc::peer_lost, "named");
        const rank_list rest = difference_of(rank_list::range(0, size), {victim});
        expect_group(world, world.subgroup(rest, limit), rest);
        ++right;
        wait_for(right, size - 1);
    };
    CHECK_THROWS_WITH(on_every_transport(size, body), "on purpose");
    CHECK(right == size - 1);
}

TEST_CASE("subgroup: after a timeout the messages of the abandoned call are discarded", "[subgroup]") {
    const int late = GENERATE(0, 1, 2);  // 0 is the first rank of the list
    std::atomic<int> given_up{0};
    on_every_transport(3, [&](group& world) {
        const rank_list all = rank_list::range(0, 3);
        const int me = world.rank().value;
        barrier(world, limit);
        if (me == late) wait_for(given_up, 2);
        const errc first =
            error_of([&] { (void)world.subgroup(all, std::chrono::milliseconds(me == late ? 5000 : 20)); });
        demand(first == errc::timeout || me == late, "a rank is late");
        ++given_up;
        wait_for(given_up, 3);
        const rank_list two = rank_list::range(0, 2);
        if (me < 2) expect_group(world, world.subgroup(two, limit), two);
        expect_group(world, world.subgroup(all, limit), all);
    });
}

TEST_CASE("subgroup: uses the measured network of the group only if all its ranks know it", "[subgroup]") {
    on_every_transport(3, [](group& world) {
        const rank_list all = rank_list::range(0, 3);
        const auto model = std::make_shared<const network_model>();
        auto& network = detail::group_state::of(world).network;
        if (world.rank() == rank{0}) network.set(model);  // as while the others still measure it
        const group made = world.subgroup(all, limit);
        demand(!detail::group_state::of(made).network.get(), "known to all or to no rank");
        std::vector<double> items(1000, 1.0);  // long enough for a measurement
        allreduce(made, items, std::plus<>(), limit);
        demand(items.back() == 3.0, "the sum");
        if (world.rank() != rank{0}) network.set(model);
        const group next = world.subgroup(all, limit);
        demand(detail::group_state::of(next).network.get() == model.get(), "that of the group");
    });
}

TEST_CASE("split: a rank without a color is in no group", "[split]") {
    const int size = GENERATE(1, 2, 3, 7);
    on_every_transport(size, [&](group& world) {
        const int me = world.rank().value;
        const auto made = world.split(me % 3 == 1 ? no_color : std::optional<int>(me % 3), -me, limit);
        demand(made.has_value() == (me % 3 != 1), "a group where there is a color");
        if (made) demand(allreduce_value(*made, 1, std::plus<>(), limit) == (size - me % 3 + 2) / 3, "its size");
        if (me % 3 == 1) demand(!world.split(no_color, 0, limit), "no color");
        if (me % 3 != 1) demand(world.split(0, 0, limit).size() == size - (size + 1) / 3, "both forms in one call");
        barrier(world, limit);
    });
}

}  // namespace subgroup_test
