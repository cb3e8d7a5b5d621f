// Destructors that run without memory. The program does not end, and the operations with the peer end with named
// errors.
#include <atomic>

#include "tests/libnet/messaging/mailbox_testing.hpp"
#include "tests/libnet/messaging/thread_memory.hpp"

namespace out_of_memory_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t size = 32 << 20;  // no transport has room for it

// Both ranks get this error after the link has been ended.
void expect_loss(mailbox& box, task_id other, errc why) {
    demand(error_of([&] { (void)box.recv({other, tag{5}}, limit); }) == why, "the loss has a name");
}

}  // namespace

TEST_CASE("a send that is dropped half written ends its link where there is no memory for the rest", "[memory]") {
    std::atomic<bool> begun{false}, dropped{false};
    std::atomic<int> turns{0};  // the ranks take turns, so that the transport has room for all bytes under way
    on_every_transport(2, [&](group& world) {
        mailbox& box = world.box();
        const task_id other = other_of(world);
        if (world.rank() == rank{1}) {
            std::vector<std::byte> buffer(size);
            auto receive = box.async_recv({other, tag{1}}, buffer);
            box.send({other, tag{2}}, {}, limit);
            for (const deadline until(limit); buffer[0] == std::byte{0};) {
                demand(!until.passed(), "no byte of it comes");
                if (turns % 2 == 0) continue;
                demand(!receive.test(), "more than a transport takes");
                ++turns;
            }
            begun = true;
            wait_for(dropped, true);
            demand(error_of([&] { receive.wait(limit); }) == errc::peer_lost, "the rest never comes");
            return;
        }
        const std::vector<std::byte> payload(size, std::byte{1});
        auto send = std::make_unique<request>(box.async_send({other, tag{1}}, payload));
        box.recv({other, tag{2}}, limit);
        for (const deadline until(limit); !begun;) {
            demand(!until.passed(), "the other rank gets no byte of it");
            if (turns % 2 == 1) continue;
            demand(!send->test(), "no receive for the rest");
            ++turns;
        }
        without_memory([&] { send.reset(); });
        dropped = true;
        expect_loss(box, other, errc::resource_limit);
    });
}

TEST_CASE("a receive that is dropped half read ends its link where there is no memory for the rest", "[memory]") {
    std::atomic<bool> dropped{false};
    std::atomic<int> turns{0};  // the ranks take turns, so that the transport has room for all bytes under way
    on_every_transport(2, [&](group& world) {
        mailbox& box = world.box();
        const task_id other = other_of(world);
        if (world.rank() == rank{0}) {
            const std::vector<std::byte> payload(size, std::byte{1});
            auto send = box.async_send({other, tag{1}}, payload);
            while (!dropped)
                if (turns % 2 == 0) {
                    (void)send.test();
                    ++turns;
                }
            demand(error_of([&] { send.wait(limit); }) == errc::peer_lost, "no receive for the rest");
            return;
        }
        std::vector<std::byte> buffer(size);
        auto receive = std::make_unique<request>(box.async_recv({other, tag{1}}, buffer));
        while (buffer[0] == std::byte{0})
            if (turns % 2 == 1) {
                demand(!receive->test(), "more than a transport takes");
                ++turns;
            }
        without_memory([&] { receive.reset(); });
        dropped = true;
        expect_loss(box, other, errc::resource_limit);
    });
}

TEST_CASE("a mailbox, a claim and requests end without memory", "[memory]") {
    std::atomic<int> have_claimed{0};
    on_every_transport(2, [&](group& world) {
        mailbox& box = world.box();
        const task_id other = other_of(world);
        const auto payload = pattern(size, 1), little = pattern(10, 1);
        std::vector<std::byte> buffer(10);
        auto sends = std::make_unique<std::vector<request>>();
        for (int i = 0; i < 3; ++i)
            sends->push_back(box.async_send({other, tag{1}}, payload));
        sends->push_back(box.async_send({box.self(), tag{1}}, payload));
        sends->push_back(box.async_recv({other, tag{9}}, buffer));
        box.send({other, tag{2}}, little, limit);
        auto claimed = std::make_unique<claimed_message>(box.claim({other, tag{2}}, limit));
        auto by_rendezvous = std::make_unique<claimed_message>(box.claim({other, tag{1}}, limit));
        ++have_claimed;
        wait_for(have_claimed, 2);  // long messages of a rank that has ended cannot be claimed
        without_memory([&] {
            claimed.reset();
            by_rendezvous.reset();
            sends.reset();
        });
        auto last = std::make_unique<mailbox>(std::move(box));
        without_memory([&] { last.reset(); });
    });
}

TEST_CASE("try_recv of a message that there is no memory for fails, and takes it when there is", "[memory]") {
    on_every_transport(2, [&](group& world) {
        mailbox& box = world.box();
        const task_id other = other_of(world);
        const auto payload = pattern(size, 1);
        if (world.rank() == rank{0}) {
            box.send({other, tag{1}}, payload, limit);
            return void(box.recv({other, tag{2}}, limit));  // an error of this receive would need memory too
        }
        (void)box.probe({other, tag{1}}, limit);
        std::vector<std::byte> buffer(size);
        errc failed{};
        without_memory([&] {
            try {
                (void)box.try_recv({other, tag{1}}, buffer);
            } catch (const error& why) {
                failed = why.which();
            } catch (const std::bad_alloc&) {
                failed = errc::resource_limit;  // there was no memory for the error text either
            }
        });
        demand(failed == errc::resource_limit, "there is no memory for it");
        box.recv({other, tag{1}}, buffer, limit);
        demand(buffer == payload, "content");
        box.send({other, tag{2}}, {}, limit);
    });
}

TEST_CASE("a claimed message is received once, although there is no memory to return its credit", "[memory]") {
    const auto payload = pattern(10'000, 1);
    mailbox_options options;
    options.unexpected_cap_bytes = 64 << 10;  // a window of 32 KiB, so that each such message returns its credit
    const auto body = [&payload](group& world) {
        mailbox& box = world.box();
        const task_id other = other_of(world);
        if (world.rank() == rank{0}) {
            box.send({other, tag{1}}, payload, limit);
            box.send({other, tag{3}}, {}, limit);
            return void(box.recv({other, tag{2}}, limit));
        }
        box.recv({other, tag{3}}, limit);  // so the message before it has arrived whole
        auto claimed = box.claim({other, tag{1}}, limit);
        std::vector<std::byte> buffer(payload.size());
        bool received = false;
        without_memory([&] {
            try {
                received = claimed.recv(buffer, limit).size_bytes == payload.size();
            } catch (const std::exception&) {  // `received` stays false
            }
        });
        demand(received && !claimed.valid(), "it needs no memory");
        demand(buffer == payload, "content");
        demand(box.unexpected_bytes() == 0 && !box.try_probe({other, tag{1}}), "it was received once");
        box.send({other, tag{2}}, {}, limit);
    };
    on_every_transport(2, body, options);
}

TEST_CASE("no memory to keep an unexpected message: resource_limit for its sender", "[memory]") {
    std::atomic<bool> lost{false};
    std::atomic<int> wanted{1};  // the number of messages
    on_every_transport(2, [&](group& world) {
        mailbox& box = world.box();
        const task_id other = other_of(world);
        const auto payload = pattern(1000, 1);
        if (world.rank() == rank{0}) {
            const deadline given_up(2 * limit);
            for (int sent = 0; !lost && !given_up.passed(); std::this_thread::yield())
                if (sent < wanted && ++sent) (void)error_of([&] { box.send({other, tag{1}}, payload, 10ms); });
            return;
        }
        box.recv({other, tag{1}}, limit);
        for (const deadline until(limit); !lost && !until.passed();) {
            ++wanted;
            without_memory([&] {
                for (int look = 0; look < 100; ++look)
                    try {
                        (void)box.try_probe({other, tag{1}});
                    } catch (const std::exception&) {  // the error text needs memory too
                    }
            });
            lost = error_of([&] {
                       while (box.try_probe({other, tag{1}}))
                           box.recv({other, tag{1}}, limit);
                       box.recv({other, tag{5}}, 1ms);
                   }) != errc::timeout;
        }
        expect_loss(box, other, errc::resource_limit);
    });
}

}  // namespace out_of_memory_test
