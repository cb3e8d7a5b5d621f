// revoke: every operation of the group ends at every member with one named error, and other groups go on.
#include "banyan/net/revoke.hpp"

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "banyan/net/async_collectives.hpp"
#include "banyan/net/collectives.hpp"
#include "banyan/net/group_request.hpp"
#include "banyan/net/persistent_messages.hpp"
#include "banyan/net/shrink.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/messaging/mailbox_impl.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace revoke_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr std::size_t long_message_bytes = std::size_t{8} << 20;

struct waiting_call {
    const char* name;
    std::function<void(const group&)> make;
};

// Calls that wait for a message of rank 0, which sends none, or for a receive of rank 0, which makes none.
std::vector<waiting_call> waiting_calls() {
    constexpr rank silent{0};
    return {
        {"recv", [=](const group& g) { (void)g.recv<int>(silent, tag{1}, limit); }},
        {"recv from any source", [=](const group& g) { (void)g.recv<std::vector<int>>(any_source, any_tag, limit); }},
        {"probe", [=](const group& g) { (void)g.probe(silent, any_tag, limit); }},
        {"claim", [=](const group& g) { (void)g.claim(any_source, tag{1}, limit); }},
        {"async_recv",
         [=](const group& g) {
             int value = 0;
             g.async_recv(silent, tag{1}, value).wait(limit);
         }},
        {"wait_any",
         [=](const group& g) {
             int values[2] = {};
             group_request both[] = {g.async_recv(silent, tag{1}, values[0]),
                                     g.async_recv(any_source, tag{2}, values[1])};
             both[wait_any(both, limit)].wait(limit);
         }},
        {"wait_all",
         [=](const group& g) {
             int values[2] = {};
             group_request both[] = {g.async_recv(silent, tag{1}, values[0]),
                                     g.async_recv(any_source, tag{2}, values[1])};
             wait_all(both, limit);
         }},
        {"persistent_recv",
         [=](const group& g) {
             int value = 0;
             auto prepared = persistent_recv(g, silent, tag{1}, value);
             prepared.start();
             prepared.wait(limit);
         }},
        {"send",
         [=](const group& g) {
             const std::vector<char> items(long_message_bytes);
             request first = g.async_send(silent, tag{1}, items), second = g.async_send(silent, tag{1}, items);
             first.wait(limit);  // may end from a copy, and then the send buffer has no room for the second one
             second.wait(limit);
         }},
        {"send_recv",
         [=](const group& g) {
             int out = 1, in = 0;
             g.send_recv(silent, tag{1}, out, silent, tag{1}, in, limit);
         }},
        {"barrier", [=](const group& g) { barrier(g, limit); }},
        {"allreduce", [=](const group& g) { (void)allreduce_value(g, 1, std::plus<>(), limit); }},
        {"async_allreduce",
         [=](const group& g) {
             int value = 1;
             async_allreduce(g, value, std::plus<>(), limit).wait(limit);
         }},
        {"duplicate", [=](const group& g) { (void)g.duplicate(limit); }},
        {"subgroup", [=](const group& g) { (void)g.subgroup(rank_list::range(0, g.size(), 1), limit); }},
    };
}

void expect_revoked(const group& g, const waiting_call& call, task_id caller) {
    try {
        call.make(g);
    } catch (const error& why) {
        if (why.which() == errc::revoked && why.peer() == caller) return;
        throw std::runtime_error(std::string(call.name) + " ended with another error: " + why.what());
    }
    throw std::runtime_error(std::string(call.name) + " ended without an error");
}

}  // namespace

TEST_CASE("revoke ends every kind of call that waits, and every later one, and leaves other groups alone", "[revoke]") {
    const int size = GENERATE(2, 3, 5);
    mailbox_options options;
    options.send_buffer_bytes = std::size_t{1} << 20;
    for (const waiting_call& call : waiting_calls()) {
        const auto body = [&](group& world) {
            const group doomed = world.duplicate(limit);
            const group derived = doomed.duplicate(limit);
            const task_id caller = world.task(rank{0});
            if (world.rank() == rank{0}) {
                for (int r = 1; r < size; ++r)
                    (void)world.recv<int>(any_source, tag{9}, limit);  // the others are about to wait
                revoke(doomed);
            } else {
                world.send(rank{0}, tag{9}, 1, limit);
            }
            expect_revoked(doomed, call, caller);
            expect_revoked(doomed, call, caller);
            demand(is_revoked(doomed) && !is_revoked(derived) && !is_revoked(world), "only this group");
            demand(allreduce_value(derived, 1, std::plus<>(), limit) == size, "a group that was made from it");
            barrier(world, limit);
        };
        on_every_transport(size, body, options);
    }
}

TEST_CASE("revoke ends the calls of several threads of a member at once", "[revoke]") {
    on_every_transport(2, [](group& world) {
        const group doomed = world.duplicate(limit);
        const task_id caller = world.task(rank{0});
        if (world.rank() == rank{0}) {
            (void)world.recv<int>(rank{1}, tag{9}, limit);
            revoke(doomed);
        } else {
            std::atomic<int> revoked{0};
            const auto wait_for_tag = [&](int t) {
                try {
                    (void)doomed.recv<int>(rank{0}, tag{t}, limit);
                } catch (const error& why) {
                    revoked += why.which() == errc::revoked && why.peer() == caller ? 1 : 0;
                }
            };
            std::thread first([&] { wait_for_tag(1); }), second([&] { wait_for_tag(2); });
            world.send(rank{0}, tag{9}, 1, limit);
            wait_for_tag(3);
            first.join();
            second.join();
            demand(revoked == 3, "all three threads");
        }
        barrier(world, limit);
    });
}

TEST_CASE("a member that computes while the group is revoked learns of it in its next call", "[revoke]") {
    std::atomic<bool> revoked{false};
    on_every_transport(3, [&](group& world) {
        const group doomed = world.duplicate(limit);
        barrier(world, limit);
        if (world.rank() == rank{0}) {
            doomed.send(rank{1}, tag{1}, 5, limit);  // dropped, or received before
            revoke(doomed);
            revoked = true;
        } else {
            wait_for(revoked, true);
            demand(error_of([&] { (void)doomed.recv<int>(rank{0}, tag{2}, limit); }) == errc::revoked, "recv");
            demand(error_of([&] { (void)doomed.try_probe(any_source, any_tag); }) == errc::revoked, "try_probe");
            demand(error_of([&] { (void)doomed.try_send(rank{0}, tag{1}, 1); }) == errc::revoked, "try_send");
        }
        barrier(world, limit);
    });
}

TEST_CASE("several members and threads may revoke a group at the same time", "[revoke]") {
    const int size = GENERATE(2, 5);
    on_every_transport(size, [](group& world) {
        const group doomed = world.duplicate(limit);
        std::thread other([&] { revoke(doomed); });
        revoke(doomed);
        other.join();
        revoke(doomed);
        demand(error_of([&] { barrier(doomed, limit); }) == errc::revoked, "barrier");
        barrier(world, limit);
    });
}

TEST_CASE("a collective reports the revocation also if the group has failed before", "[revoke]") {
    on_every_transport(2, [](group& world) {
        const group doomed = world.duplicate(limit);
        const auto failing = [](int, int) -> int { throw std::runtime_error("no sum"); };
        bool failed = false;
        try {
            (void)allreduce_value(doomed, 1, failing, limit);
        } catch (const std::exception&) {
            failed = true;
        }
        demand(failed, "the operation of the program");
        demand(error_of([&] { barrier(doomed, limit); }) != errc::revoked, "the failure before the revocation");
        barrier(world, limit);
        if (world.rank() == rank{0}) revoke(doomed);
        demand(error_of([&] { (void)doomed.recv<int>(any_source, tag{1}, limit); }) == errc::revoked, "recv");
        demand(error_of([&] { barrier(doomed, limit); }) == errc::revoked, "barrier");
        barrier(world, limit);
    });
}

TEST_CASE("a group of one member can be revoked, and shrink makes another one", "[revoke]") {
    on_every_transport(1, [](group& world) {
        int value = 1;
        world.send(rank{0}, tag{1}, value, limit);  // waits for its receive, and is dropped
        auto pending = world.async_recv(rank{0}, tag{2}, value);
        revoke(world);
        demand(is_revoked(world), "is_revoked");
        const auto is_refused = [](auto call) { return error_of(call) == errc::revoked; };
        demand(is_refused([&] { pending.wait(limit); }), "the pending receive");
        demand(is_refused([&] { (void)world.recv<int>(rank{0}, tag{1}, limit); }), "recv");
        demand(is_refused([&] { world.send(rank{0}, tag{1}, value, limit); }), "send");
        demand(is_refused([&] { (void)world.try_send(rank{0}, tag{1}, value); }), "try_send");
        demand(is_refused([&] { barrier(world, limit); }), "barrier");
        demand(is_refused([&] { (void)world.duplicate(limit); }), "duplicate");
        demand(is_refused([&] { (void)world.subgroup({rank{0}}, limit); }), "subgroup");
        demand(world.box().unexpected_bytes() == 0, "the message is dropped");
        const group next = shrink(world, limit);
        demand(allreduce_value(next, 4, std::plus<>(), limit) == 4, "the new group");
    });
}

TEST_CASE("a revoked group may be destroyed at once, and a program may choose its contexts", "[revoke]") {
    const bool chosen = GENERATE(false, true);
    on_every_transport(3, [&](group& world) {
        std::vector<task_id> tasks;
        for (int r = 0; r < world.size(); ++r)
            tasks.push_back(world.task(rank{r}));
        auto made = std::make_optional(chosen ? group(world.box(), tasks, context_id{40}) : world.duplicate(limit));
        if (world.rank() == rank{1}) {
            revoke(*made);
            made.reset();
        } else {
            demand(error_of([&] { (void)made->recv<int>(rank{1}, tag{1}, limit); }) == errc::revoked, "recv");
        }
        barrier(world, limit);
    });
}

TEST_CASE("a task that calls exit() after revoke tells the members that it was not connected to", "[revoke]") {
    on_every_transport(2, [](group& world) {
        const std::vector tasks{world.task(rank{0}), world.task(rank{1})};
        const group doomed(world.box(), tasks, context_id{40});  // made without a message, so there is no connection
        if (world.rank() == rank{0}) {
            revoke(doomed);
            detail::mailbox_impl& box = detail::group_state::impl_of(world.box());
            demand(box.deliver_buffered(limit) == true, "what exit() does");
            const std::lock_guard held(box);
            demand(box.protocol().has_told_members(), "the other member is told");
        } else {
            demand(error_of([&] { (void)doomed.recv<int>(rank{0}, tag{1}, limit); }) == errc::revoked, "recv");
        }
    });
}

TEST_CASE("a member that has ended does not hinder revoke", "[revoke]") {
    std::atomic<int> done{0};
    on_every_transport(4, [&](group& world) {
        const group doomed = world.duplicate(limit);
        barrier(world, limit);
        if (world.rank() == rank{3}) return;
        if (world.rank() == rank{1}) revoke(doomed);
        demand(error_of([&] { (void)doomed.recv<int>(rank{2}, any_tag, limit); }) == errc::revoked, "recv");
        ++done;
        wait_for(done, 3);
    });
}

}  // namespace revoke_test
