// wait_all with some requests that fail and others that never complete.
#include <atomic>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace wait_all_test {

using namespace banyan::net;
using namespace banyan::testing;

TEST_CASE("wait_all reports a lost peer though another receive never completes", "[wait_all]") {
    const std::size_t lost_at = GENERATE(0u, 4u, 9u);
    std::atomic<bool> told{false};
    on_every_transport(3, [&](group& world) {
        if (world.rank() == rank{1}) return;
        if (world.rank() == rank{2}) return wait_for(told, true);  // sends nothing
        std::array<std::byte, 10> bytes{};
        std::vector<request> receives;
        for (std::size_t i = 0; i < bytes.size(); ++i)
            receives.push_back(world.async_recv(rank{i == lost_at ? 1 : 2}, tag{1}, std::span(&bytes[i], 1)));
        try {
            wait_all(receives, limit);
            demand(false, "no error");
        } catch (const error& e) {
            demand(e.which() == errc::peer_lost && e.peer() == world.task(rank{1}), e.what());
        }
        for (std::size_t i = 0; i < receives.size(); ++i)
            demand(receives[i].valid() && receives[i].test() == (i == lost_at), "the others are under way");
        told = true;
    });
}

TEST_CASE("wait_all throws the failure that came first, after what is in transit", "[wait_all]") {
    run_threads(1, [](group& world) {
        mailbox& box = world.box();
        const task_id self = world.task(rank{0});
        std::array<int, 3> got{};
        std::vector<request> requests;
        for (int i = 0; i < 3; ++i)
            requests.push_back(box.async_recv({self, tag{i}}, writable_bytes_of(got[static_cast<std::size_t>(i)])));
        const std::array<int, 2> too_long{};
        box.send({self, tag{2}}, std::as_bytes(std::span(too_long)));
        requests[0].cancel();
        const int value = 7;
        box.send({self, tag{1}}, bytes_of(value));
        CHECK(error_of([&] { wait_all(requests); }) == errc::truncated);
        CHECK(got[1] == 7);
    });
}

TEST_CASE("wait_all on no request, on empty ones, and at a deadline", "[wait_all]") {
    run_threads(1, [](group& world) {
        wait_all({});
        std::vector<request> requests(3);
        wait_all(requests);
        std::byte byte{};
        requests[1] = world.async_recv(rank{0}, tag{1}, std::span(&byte, 1));
        CHECK(error_of([&] { wait_all(requests, std::chrono::milliseconds(1)); }) == errc::timeout);
        CHECK(requests[1].valid());
        CHECK_FALSE(requests[1].test());
    });
}

TEST_CASE("a receive from any source of a group ends when all its other members have", "[any_source]") {
    const bool before = GENERATE(true, false);  // whether the receive is posted before the loss
    const bool by_split = GENERATE(true, false);
    std::atomic<int> step{0};
    on_every_transport(4, [&](group& world) {
        const int me = world.rank().value;
        const auto make_pair = [&] {
            return group(world.box(), {world.task(rank{0}), world.task(rank{1})}, context_id{70});
        };
        std::optional<group> pair;
        if (by_split)
            pair = world.split(me / 2, 0, limit);
        else if (me == 1 || (me == 0 && before))
            pair = make_pair();
        if (me == 1) return;  // this rank ends, the others do not
        if (me > 1) return wait_for(step, 1);
        std::byte byte{};
        if (!before) {
            demand(error_of([&] { (void)world.recv(rank{1}, tag{9}, limit); }) == errc::peer_lost, "it has ended");
            if (!by_split) pair = make_pair();
        }
        const auto end = [&](auto call) {
            const errc found = error_of(call);
            demand(found == errc::peer_lost, "no task can send");
        };
        const selector any{any_source, tag{1}, pair->user_context()};
        end([&] { (void)world.box().recv(any, std::span(&byte, 1), limit); });
        end([&] { (void)world.box().probe(any, limit); });
        end([&] { (void)world.box().try_recv(any, std::span(&byte, 1)); });
        demand(!world.box().try_probe({any_source, tag{1}}), "other contexts have other senders");
        request open = world.box().async_recv({any_source, tag{1}}, std::span(&byte, 1));
        demand(!open.test(), "also for a receive");
        step = 1;
    });
}

TEST_CASE("a group of oneself can still send to itself", "[any_source]") {
    run_threads(2, [](group& world) {
        const group alone = world.split(world.rank().value, 0, limit);
        if (world.rank() == rank{1}) return;
        std::byte byte{};
        request open = world.box().async_recv({any_source, tag{1}, alone.user_context()}, std::span(&byte, 1));
        demand(error_of([&] { (void)world.recv(rank{1}, tag{9}, limit); }) == errc::peer_lost,
               "the other one has ended");
        demand(!open.test(), "it can still match");
        alone.send(rank{0}, tag{1}, std::span<const std::byte>(), limit);
        open.wait(limit);
    });
}

}  // namespace wait_all_test
