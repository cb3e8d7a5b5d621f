// shrink: all survivors get the same working group, whenever the others die, and whatever they wait for meanwhile.
#include "banyan/net/shrink.hpp"

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <random>
#include <stdexcept>

#include "banyan/net/collectives.hpp"
#include "banyan/net/neighbour_exchange.hpp"
#include "libnet/collectives/collective_tag.hpp"
#include "libnet/collectives/shrink_call.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/schedules/network_model.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace shrink_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr const char* on_purpose = "on purpose";

[[noreturn]] void die() {
    throw std::runtime_error(on_purpose);
}

// What the ranks have agreed on; the same for all.
class agreed_group {
  public:
    void expect_same(const group& made) {
        const std::lock_guard lock(mutex_);
        std::vector<task_id> members;
        for (int r = 0; r < made.size(); ++r)
            members.push_back(made.task(rank{r}));
        if (!members_) members_ = members, context_ = made.user_context();
        demand(members == *members_ && made.user_context() == context_, "ranks have agreed on different groups");
    }

  private:
    std::mutex mutex_;
    std::optional<std::vector<task_id>> members_;
    context_id context_;
};

// Runs the body on all ranks of every transport; ranks may die on purpose.
void run_with_deaths(int size, bool somebody_dies, const std::function<void(group&)>& body) {
    if (somebody_dies)
        CHECK_THROWS_WITH(on_every_transport(size, body), on_purpose);
    else
        on_every_transport(size, body);
}

void expect_working(const group& g, int size) {
    demand(g.size() == size, "the survivors, and no others");
    demand(allreduce_value(g, 1, std::plus<>(), limit) == size, "allreduce");
    demand(g.duplicate(limit).size() == size, "split");
    barrier(g, limit);
}

// What a survivor gets from an operation of the old group: the death, or the call of shrink of another survivor.
bool is_end(errc seen) {
    return seen == errc::peer_lost || seen == errc::revoked;
}

// Two rounds from rank to rank. If a member is missing, all others fail.
void pass_around(const group& g) {
    const rank next{(g.rank().value + 1) % g.size()}, before{(g.rank().value + g.size() - 1) % g.size()};
    for (int round = 0; round < 2; ++round) {
        if (g.rank() == rank{0}) g.send(next, tag{1}, round, limit);
        demand(g.recv<int>(before, tag{1}, limit) == round, "the number of the round");
        if (g.rank() != rank{0}) g.send(next, tag{1}, round, limit);
    }
}

}  // namespace

TEST_CASE("shrink without a failure gives the same members and new contexts", "[shrink]") {
    const int size = GENERATE(1, 2, 5);
    on_every_transport(size, [&](group& world) {
        const group same = shrink(world, limit);
        demand(same.rank() == world.rank() && same.user_context() != world.user_context(), "rank and contexts");
        expect_working(same, size);
        demand(error_of([&] { barrier(world, limit); }) == errc::revoked, "the old group");
        expect_working(shrink(world, limit), size);  // again
        expect_working(shrink(same, limit), size);
    });
}

TEST_CASE("shrink: the new group works although only some ranks know the measured network", "[shrink]") {
    on_every_transport(3, [](group& world) {
        if (world.rank() == rank{0})  // as after a death at the end of the measurement
            detail::group_state::of(world).network.set(std::make_shared<const network_model>());
        const group same = shrink(world, limit);
        std::vector<double> items(1000, 1.0);  // long enough for a measurement
        allreduce(same, items, std::plus<>(), limit);
        demand(items.back() == 3.0, "the sum");
        barrier(same, limit);
    });
}

TEST_CASE("shrink after a member's death, whichever collective has failed", "[shrink]") {
    const int size = GENERATE(2, 3, 4, 7, 9);
    const int victim = size / 2;
    const int which = GENERATE(0, 1, 2);
    std::atomic<int> ready{0}, done{0};
    run_with_deaths(size, true, [&](group& world) {
        barrier(world, limit);
        ++ready;
        wait_for(ready, size);
        if (world.rank().value == victim) die();
        const errc seen = error_of([&] {
            const cartesian_topology ring(world, cartesian_shape({{size, true}}));
            std::vector<int> out(2), in(2), all(static_cast<std::size_t>(size));
            if (which == 0) barrier(world, limit);
            if (which == 1) gather(world, out[0], all, rank{victim}, limit);
            if (which == 2) neighbour_exchange(ring, out, in, limit);
        });
        demand(is_end(seen) || which > 0, "a named error");  // others have not noticed
        expect_working(shrink(world, limit), size - 1);
        ++done;
        wait_for(done, size - 1);
    });
    CHECK(done == size - 1);
}

TEST_CASE("shrink after a death while collectives that do not block are under way", "[shrink]") {
    const int size = GENERATE(2, 4, 7);
    const bool shrink_first = GENERATE(false, true);
    std::atomic<int> ready{0}, done{0};
    run_with_deaths(size, true, [&](group& world) {
        barrier(world, limit);
        ++ready;
        wait_for(ready, size);
        if (world.rank().value == size / 2) die();
        int one = 1, other = 1, again = 1;
        persistent_collective third = persistent_allreduce(world, again, std::plus<>());
        collective_request first = async_allreduce(world, one, std::plus<>(), limit);
        collective_request second = async_allreduce(world, other, std::plus<>(), limit);
        third.start(limit);
        std::optional<group> rest;
        if (shrink_first) rest = shrink(world, limit);
        demand(is_end(error_of([&] { first.wait(limit); })), "the collective under way");
        demand(is_end(error_of([&] { second.wait(limit); })), "the next one");
        demand(is_end(error_of([&] { third.wait(limit); })), "the prepared one");
        if (!shrink_first) rest = shrink(world, limit);
        expect_working(*rest, size - 1);
        one = again = 1;
        async_allreduce(*rest, one, std::plus<>(), limit).wait(limit);
        persistent_allreduce(*rest, again, std::plus<>()).run(limit);
        demand(one == size - 1 && again == size - 1, "both forms in the new group");
        ++done;
        wait_for(done, size - 1);
    });
    CHECK(done == size - 1);
}

TEST_CASE("shrink while members die between any two of its messages", "[shrink]") {
    const int size = GENERATE(range(2, 10));
    for (unsigned seed = 0; seed < 4; ++seed) {
        std::mt19937 random(seed * 100 + static_cast<unsigned>(size));
        std::vector<int> dies_after(static_cast<std::size_t>(size), -1);  // messages
        for (int i = 0; i < 1 + static_cast<int>(seed % 3); ++i)
            dies_after[random() % dies_after.size()] = static_cast<int>(random() % (3u * static_cast<unsigned>(size)));
        int survivors = 0;
        for (const int after : dies_after)
            survivors += after < 0 ? 1 : 0;
        INFO("seed " << seed << ", " << size << " ranks");
        agreed_group first, second;
        std::atomic<int> done{0};
        run_with_deaths(size, survivors < size, [&](group& world) {
            int left = dies_after[static_cast<std::size_t>(world.rank().value)];
            if (left >= 0) {
                const group made = shrink_with(world, limit, [&left] {
                    if (left-- == 0) die();
                });
                first.expect_same(made);
                die();
            }
            const group made = shrink(world, limit);
            first.expect_same(made);
            const group last = shrink(made, limit);  // now the others have died
            second.expect_same(last);
            expect_working(last, survivors);
            ++done;
            wait_for(done, survivors);
        });
        CHECK(done == survivors);
    }
}

TEST_CASE("shrink: a member that has ended counts as dead, and the same group can be shrunk again", "[shrink]") {
    std::atomic<int> begun{0}, ready{0}, done{0};
    on_every_transport(5, [&](group& world) {
        barrier(world, limit);
        ++begun;
        wait_for(begun, 5);  // shrink would end the barrier of others
        if (world.rank() == rank{0}) return;
        const group four = shrink(world, limit);
        expect_working(four, 4);
        ++ready;
        wait_for(ready, 4);
        if (world.rank() == rank{3}) return;
        expect_working(shrink(world, limit), 3);
        demand(shrink(four, limit).size() == 3, "also from the smaller group");
        ++done;
        wait_for(done, 3);
    });
}

TEST_CASE("shrink: a rank that gives up at its deadline is in no group that works", "[shrink]") {
    std::atomic<bool> gave_up{false};
    std::atomic<int> begun{0}, done{0};
    on_every_transport(4, [&](group& world) {
        barrier(world, limit);
        ++begun;
        wait_for(begun, 4);  // shrink would end the barrier of others
        if (world.rank() == rank{1}) {
            demand(error_of([&] { (void)shrink(world, std::chrono::milliseconds(20)); }) == errc::timeout, "timeout");
            demand(error_of([&] { (void)shrink(world, limit); }) == errc::collective_failed, "again");
            gave_up = true;
            return;
        }
        wait_for(gave_up, true);
        const group made = shrink(world, limit);  // the others may have agreed before they learn that it has given up
        expect_working(shrink(made, limit), 3);
        ++done;
        wait_for(done, 3);
    });
}

TEST_CASE("shrink ends the collectives in which other members wait", "[shrink]") {
    on_every_transport(3, [](group& world) {
        barrier(world, limit);
        if (world.rank() == rank{0}) {
            const tag waiting = collective_tag(collective_kind::waiting, 1).of_phase(0);
            for (const int r : {1, 2})  // they wait for this rank
                (void)world.box().probe({world.task(rank{r}), waiting, world.collective_context()}, limit);
        } else {
            demand(error_of([&] { barrier(world, limit); }) == errc::revoked, "the barrier");
        }
        expect_working(shrink(world, limit), 3);
    });
}

TEST_CASE("shrink ends the waits of a member that has not noticed the death", "[shrink]") {
    const int which = GENERATE(range(0, 6));
    std::atomic<int> ready{0}, done{0};
    run_with_deaths(3, true, [&](group& world) {
        const group derived = world.duplicate(limit);
        ++ready;
        wait_for(ready, 3);
        if (world.rank() == rank{1}) die();
        if (world.rank() == rank{0}) {
            const errc seen = error_of([&] { (void)world.recv<int>(rank{1}, tag{1}, limit); });
            demand(seen == errc::peer_lost || (which > 0 && is_end(seen)), "the death");
        } else {  // it waits for rank 0, which sends nothing
            const errc seen = error_of([&] {
                int values[2] = {};
                std::vector<int> all(3);
                if (which == 0) (void)world.recv<int>(rank{0}, tag{1}, limit);
                if (which == 1) barrier(world, limit);
                if (which == 2) (void)allreduce_value(world, 1, std::plus<>(), limit);
                if (which == 3) allgather(world, values[0], all, limit);
                if (which == 4) (void)world.probe(rank{0}, any_tag, limit);
                if (which == 5) {
                    group_request both[] = {world.async_recv(rank{0}, tag{1}, values[0]),
                                            world.async_recv(rank{0}, tag{2}, values[1])};
                    both[wait_any(both, limit)].wait(limit);
                }
            });
            const bool in_collective = which >= 1 && which <= 3;  // it may end by the death
            demand(in_collective ? is_end(seen) : seen == errc::revoked, "the wait");
        }
        expect_working(shrink(world, limit), 2);
        world.rank() == rank{0} ? derived.send(rank{2}, tag{1}, 7, limit)
                                : demand(derived.recv<int>(rank{0}, tag{1}, limit) == 7, "a group made before");
        ++done;
        wait_for(done, 2);
    });
    CHECK(done == 2);
}

TEST_CASE("a member that computes while others shrink learns of it in its next receive", "[shrink]") {
    std::atomic<bool> lost{false};
    std::atomic<int> ready{0}, done{0};
    run_with_deaths(3, true, [&](group& world) {
        barrier(world, limit);  // makes the links
        ++ready;
        wait_for(ready, 3);
        if (world.rank() == rank{1}) die();
        if (world.rank() == rank{0}) {
            demand(error_of([&] { (void)world.recv<int>(rank{1}, tag{1}, limit); }) == errc::peer_lost, "the death");
            lost = true;
        } else {
            wait_for(lost, true);
            demand(error_of([&] { (void)world.recv<int>(rank{0}, tag{1}, limit); }) == errc::revoked, "the receive");
        }
        expect_working(shrink(world, limit), 2);
        ++done;
        wait_for(done, 2);
    });
    CHECK(done == 2);
}

TEST_CASE("shrink after each of two deaths, without a deadline that passes", "[shrink]") {
    std::atomic<int> passed{0}, done{0};
    run_with_deaths(5, true, [&](group& world) {
        group now = world;
        int passes = 0;
        for (const int victim : {3, 1}) {
            pass_around(now);
            ++passed;
            passes += now.size();
            if (world.rank().value == victim) {
                wait_for(passed, passes);
                die();
            }
            demand(is_end(error_of([&] { pass_around(now); })), "the death");
            now = shrink(now, limit);
        }
        pass_around(now);
        expect_working(now, 3);
        ++done;
        wait_for(done, 3);
    });
    CHECK(done == 3);
}

}  // namespace shrink_test
