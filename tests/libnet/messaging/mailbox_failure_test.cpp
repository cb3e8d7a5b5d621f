// How the operations of a mailbox end if the other side is lost or never existed. On each transport.
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace mailbox_failure_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

TEST_CASE("a task that ends is a named error for tasks that wait for it", "[mailbox]") {
    on_every_transport(3, [](group& world) {
        mailbox& box = world.box();
        if (world.rank() == rank{2}) return box.send({world.task(rank{0}), tag{1}}, {}, limit);  // its last message
        if (world.rank() == rank{1}) return;
        const task_id gone = world.task(rank{2});
        box.recv({gone, tag{1}}, limit);
        try {
            box.recv({gone, tag{1}}, limit);
            demand(false, "it must fail");
        } catch (const error& e) {
            demand(e.which() == errc::peer_lost && e.peer() == gone, "peer_lost");
            demand(std::string(e.what()).find("rank 2") != std::string::npos, "the error names the rank");
        }
        demand(error_of([&] {
                   box.send({gone, tag{1}}, pattern(1 << 20, 1), limit);
               }) == errc::peer_lost,
               "send fails");
        demand(error_of([&] { (void)box.try_probe({gone, any_tag}); }) == errc::peer_lost, "probe fails");
    });
}

TEST_CASE("the end of a task without a link is reported too", "[mailbox]") {
    on_every_transport(3, [](group& world) {
        if (world.rank() != rank{0}) return;
        mailbox& box = world.box();
        const task_id gone = world.task(rank{1});
        demand(error_of([&] { box.recv({gone, tag{1}}, limit); }) == errc::peer_lost, "a receive from it");
        demand(error_of([&] { box.send({gone, tag{1}}, {}, limit); }) == errc::peer_lost, "a send to it");
        demand(error_of([&] { box.recv({any_source, tag{1}}, limit); }) == errc::peer_lost, "all are gone");
    });
}

TEST_CASE("a task that ends while a link to it is made does not leave the other side waiting", "[mailbox]") {
    std::atomic<bool> asked{false};
    on_every_transport(2, [&](group& world) {
        if (world.rank() == rank{1}) return asked.wait(false);
        mailbox& box = world.box();
        const auto long_message = pattern(5 << 20, 1);
        request send = box.async_send({world.task(rank{1}), tag{1}}, long_message);
        asked = true;
        asked.notify_one();
        demand(error_of([&] { box.recv({world.task(rank{1}), tag{1}}, limit); }) == errc::peer_lost, "receive");
        demand(error_of([&] { send.wait(limit); }) == errc::peer_lost, "send");
    });
}

TEST_CASE("a rank that fails ends the waits of all others", "[mailbox]") {
    std::atomic<int> told{0};
    const auto body = [&](group& world) {
        if (world.rank() == rank{1}) throw std::runtime_error("on purpose");
        try {
            world.box().recv({world.task(rank{1}), tag{1}}, limit);
        } catch (const error& e) {
            told += e.which() == errc::peer_lost ? 1 : 0;
        }
    };
    CHECK_THROWS_WITH(on_every_transport(4, body), "on purpose");
    CHECK(told == 3);
}

TEST_CASE("a link that another process holds open does not hide a death", "[mailbox]") {
    std::vector<int> held;  // like a child of the dead task
    const auto hold_sockets = [&] {
        for (int descriptor = 3; descriptor < 64; ++descriptor) {
            struct stat what {};
            if (::fstat(descriptor, &what) == 0 && S_ISSOCK(what.st_mode)) held.push_back(::dup(descriptor));
        }
    };
    std::atomic<bool> told{false};
    const auto body = [&](group& world) {
        mailbox& box = world.box();
        if (world.rank() == rank{1}) {
            box.recv({world.task(rank{0}), tag{1}}, limit);  // now there is a link
            hold_sockets();
            throw std::runtime_error("on purpose");
        }
        box.send({world.task(rank{1}), tag{1}}, {}, limit);
        told = error_of([&] { box.recv({world.task(rank{1}), tag{1}}, limit); }) == errc::peer_lost;
    };
    CHECK_THROWS_WITH(run_threads(2, body, transport_kind::tcp), "on purpose");
    CHECK(told);
    CHECK_FALSE(held.empty());
    for (const int descriptor : held)
        ::close(descriptor);
}

TEST_CASE("bad arguments are named errors", "[mailbox]") {
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        demand(error_of([&] {
                   box.send({task_id{0x3ffff}, tag{1}}, {}, limit);
               }) == errc::unknown_task,
               "unknown task");
        demand(error_of([&] { box.recv({task_id{0x3ffff}, tag{1}}, limit); }) == errc::unknown_task, "unknown source");
        const selector nobody{task_id{0x3ffff}, tag{1}};
        std::byte buffer[4];
        demand(error_of([&] { box.probe(nobody, limit); }) == errc::unknown_task, "probe");
        demand(error_of([&] { (void)box.claim(nobody, limit); }) == errc::unknown_task, "claim");
        demand(error_of([&] { (void)box.try_probe(nobody); }) == errc::unknown_task, "try_probe");
        demand(error_of([&] { (void)box.try_claim(nobody); }) == errc::unknown_task, "try_claim");
        demand(error_of([&] { (void)box.try_recv(nobody, buffer); }) == errc::unknown_task, "try_recv");
    });
    CHECK(error_of([] { run_threads(0, [](group&) {}); }) == errc::invalid_argument);
}

TEST_CASE("a timeout names what was waited for", "[mailbox]") {
    run_threads(1, [](group& world) {
        mailbox& box = world.box();
        const auto text = [](const auto& call) -> std::string {
            try {
                call();
            } catch (const error& e) {
                demand(e.which() == errc::timeout, "timeout");
                return e.what();
            }
            return "none";
        };
        const task_id me = box.self();
        demand(text([&] {
                   box.recv({any_source, any_tag}, 0s);
               }) == "a receive of a message from any task, any tag: the deadline passed",
               "receive");
        demand(text([&] {
                   box.recv({me, tag{7}}, 0s);
               }) == "a receive of a message from rank 0 (task 40001), tag 7: the deadline passed",
               "receive from a task");
        demand(text([&] {
                   box.probe({me, tag{7}}, 0s);
               }) == "a probe for a message from rank 0 (task 40001), tag 7: the deadline passed",
               "probe");
        demand(text([&] {
                   (void)box.claim({any_source, tag{7}}, 0s);
               }) == "a probe for a message from any task, tag 7: the deadline passed",
               "claim");
    });
}

TEST_CASE("a mailbox that another one is moved over delivers first", "[mailbox]") {
    const auto payload = pattern(5 << 20, 3);
    std::atomic<bool> sent{false};
    const auto body = [&](group& world) {
        if (world.rank() == rank{1}) {
            sent.wait(false);
            return demand(world.recv(rank{0}, tag{1}, limit).payload == payload, "content");
        }
        world.send(rank{1}, tag{1}, std::span<const std::byte>(payload),
                   limit);  // is sent from a copy, because no receive takes it yet
        sent = true;
        sent.notify_one();
        run_threads(1, [&](group& alone) { world.box() = std::move(alone.box()); });
    };
    run_threads(2, body, transport_kind::tcp);
}

}  // namespace mailbox_failure_test
