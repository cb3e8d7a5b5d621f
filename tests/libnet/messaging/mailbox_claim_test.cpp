// Claims, cancelled operations and fair waiting, on each transport.
#include <atomic>
#include <thread>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace mailbox_claim_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

TEST_CASE("threads claim from any source and receive exactly what they have seen", "[claim]") {
    constexpr int senders = 3, count = 120, threads = 4;
    on_every_transport(senders + 1, [](group& world) {
        mailbox& box = world.box();
        if (world.rank() != rank{0}) {  // the size encodes the number; the content encodes sender and number
            const auto me = static_cast<unsigned>(world.rank().value);
            for (unsigned i = 0; i < count; ++i)
                box.send({world.task(rank{0}), tag{1}}, pattern(i % 20 == 0 ? 90'000 + i : i, me * 1000 + i), limit);
            return;
        }
        std::atomic<int> taken{0}, wrong{0};
        const auto take = [&] {
            while (taken.fetch_add(1) < senders * count) {
                auto claimed = box.claim({any_source, tag{1}}, limit);
                const auto info = claimed.info();
                std::vector<std::byte> buffer(info.size_bytes);
                const auto got = claimed.recv(buffer, limit);
                const auto from = static_cast<unsigned>(world.rank_of(info.source).value);
                const auto number = static_cast<unsigned>(info.size_bytes % 90'000);
                if (got.size_bytes != buffer.size() || buffer != pattern(buffer.size(), from * 1000 + number)) ++wrong;
            }
        };
        {
            std::vector<std::jthread> running;
            for (int t = 0; t < threads; ++t)
                running.emplace_back(take);
        }
        demand(wrong == 0, "a claimed message was another one");
        demand(box.unexpected_bytes() == 0, "one is left");
    });
}

TEST_CASE("no other receive matches a claimed message, and it returns to its place", "[claim]") {
    const std::size_t size = GENERATE(10u, 3'000'000u);
    on_every_transport(2, [=](group& world) {
        mailbox& box = world.box();
        if (world.rank() == rank{0}) {
            for (unsigned i = 0; i < 3; ++i)
                box.send({other_of(world), tag{1}}, pattern(size + i, i), limit);
            box.send({other_of(world), tag{2}}, {}, limit);  // all sends have ended
            return;
        }
        const selector from{other_of(world), tag{1}};
        {
            auto first = box.claim(from, limit);
            demand(first.info().size_bytes == size, "the first");
            demand(box.probe(from, limit).size_bytes == size + 1, "probe meets the second");
            auto moved = std::move(first);
            demand(moved.valid() && !first.valid(), "moved");  // NOLINT: checks that the moved-from object is empty
        }
        demand(box.probe(from, limit).size_bytes == size, "the first is back");
        auto again = box.claim(from, limit);
        std::vector<std::byte> small(size - 1), whole(size);
        demand(box.recv(from, limit).payload == pattern(size + 1, 1), "recv takes the second");
        demand(again.recv(whole, limit).size_bytes == size && whole == pattern(size, 0), "the first");
        demand(error_of([&] { again.recv(limit); }) == errc::invalid_argument, "received twice");
        auto last = box.claim(from, limit);
        small.resize(size + 1);
        demand(error_of([&] { last.recv(small, limit); }) == errc::truncated, "too short a buffer");
        box.recv({other_of(world), tag{2}}, limit);
        demand(box.unexpected_bytes() == 0, "nothing is left");
    });
}

TEST_CASE("a receive posted while a message was claimed gets it when it is dropped", "[claim]") {
    const std::size_t size = GENERATE(10u, 3'000'000u);
    on_every_transport(2, [=](group& world) {
        mailbox& box = world.box();
        const selector from{other_of(world), tag{1}};
        if (world.rank() == rank{0}) {
            box.send({other_of(world), tag{1}}, pattern(size, 1), limit);
            return void(box.recv(from, limit));  // stays until the end
        }
        std::vector<std::byte> buffer(size);
        request posted;
        {
            const auto claimed = box.claim(from, limit);
            posted = box.async_recv(from, buffer);
            demand(!posted.test(), "it is claimed");
        }
        posted.wait(limit);
        demand(buffer == pattern(size, 1), "content");
        box.send({other_of(world), tag{1}}, {}, limit);
    });
}

TEST_CASE("a claimed message whose sender has died: whole ones stay, others are errors", "[claim]") {
    const std::size_t size = GENERATE(10u, 3'000'000u);
    std::atomic<bool> right{false};
    const auto body = [&](group& world) {
        mailbox& box = world.box();
        if (world.rank() == rank{0}) {
            const auto data = pattern(size, 1);
            auto sent = box.async_send({other_of(world), tag{1}}, data);
            box.recv({other_of(world), tag{2}}, limit);
            throw std::runtime_error("on purpose");
        }
        auto claimed = box.claim({other_of(world), tag{1}}, limit);
        box.send({other_of(world), tag{2}}, {}, limit);
        demand(error_of([&] { box.recv({other_of(world), tag{3}}, limit); }) == errc::peer_lost, "it dies");
        if (size > 1000)
            right = error_of([&] { claimed.recv(limit); }) == errc::peer_lost;
        else
            right = claimed.recv(limit).payload == pattern(size, 1);
    };
    mailbox_options options;
    options.linger = 0ms;  // ends at once, without delivering first
    CHECK_THROWS_WITH(on_every_transport(2, body, options), "on purpose");
    CHECK(right);
}

TEST_CASE("a cancelled receive loses no message in any state", "[cancel]") {
    const std::size_t size = GENERATE(10u, 5'000'000u);
    on_every_transport(2, [=](group& world) {
        mailbox& box = world.box();
        const selector from{other_of(world), tag{1}};
        if (world.rank() == rank{0}) {
            box.recv({other_of(world), tag{2}}, limit);
            return box.send({other_of(world), tag{1}}, pattern(size, 1), limit);
        }
        std::vector<std::byte> buffer(size), second(size);
        auto receive = box.async_recv(from, buffer);
        demand(receive.cancel(), "nothing has come");
        demand(error_of([&] { receive.wait(limit); }) == errc::cancelled, "its error");
        demand(!receive.cancel(), "it is done");
        box.send({other_of(world), tag{2}}, {}, limit);
        for (int turns = 0; turns < 8; ++turns) {  // before, during and after the arrival of the message
            auto early = box.async_recv(from, buffer);
            auto behind = box.async_recv(from, second);
            for (int turn = 0; turn < turns; ++turn)
                box.poll();
            if (!early.cancel()) return demand(buffer == pattern(size, 1), "done: the content");
            demand(error_of([&] { early.wait(limit); }) == errc::cancelled, "its error");
            if (turns == 7) {  // the next receive gets the message
                behind.wait(limit);
                return demand(second == pattern(size, 1), "content");
            }
            if (!behind.cancel()) return demand(second == pattern(size, 1), "done: the content");
        }
    });
}

TEST_CASE("a cancelled send has not left, or leaves from a copy", "[cancel]") {
    std::atomic<bool> withdrawn{false};
    on_every_transport(2, [&withdrawn](group& world) {
        mailbox& box = world.box();
        constexpr std::size_t size = 5'000'000;
        if (world.rank() == rank{1}) {
            box.send({other_of(world), tag{9}}, {}, limit);
            box.recv({other_of(world), tag{9}}, limit);
            demand(box.recv({other_of(world), tag{2}}, limit).payload == pattern(size, 2), "from the copy");
            demand(box.try_probe({other_of(world), tag{1}}).has_value() != withdrawn, "a cancelled send arrived");
            return box.send({other_of(world), tag{9}}, {}, limit);
        }
        auto data = pattern(size, 1);
        auto unsent = box.async_send({other_of(world), tag{1}}, data);  // there is no link yet
        withdrawn = unsent.cancel();                                    // false if the link exists by now
        demand(error_of([&] { unsent.wait(limit); }) == (withdrawn ? errc::cancelled : errc{}), "its error");
        box.recv({other_of(world), tag{9}}, limit);  // now there is a link
        data = pattern(size, 2);
        auto leaving = box.async_send({other_of(world), tag{2}}, data);
        demand(!leaving.cancel(), "it was leaving");
        demand(leaving.wait(limit).size_bytes == size, "it is done");
        std::fill(data.begin(), data.end(), std::byte{0});
        box.send({other_of(world), tag{9}}, {}, limit);
        box.recv({other_of(world), tag{9}}, limit);
        request nothing;
        demand(error_of([&] { nothing.cancel(); }) == errc::invalid_argument, "no operation");
    });
}

TEST_CASE("a found message may be lost with its sender before it is claimed", "[claim]") {
    const bool claims = GENERATE(false, true);
    std::atomic<bool> found{false}, over{false};
    mailbox_options options;
    options.linger = std::chrono::milliseconds(0);
    const auto body = [&](group& world) {
        mailbox& box = world.box();
        if (world.rank() == rank{2}) return wait_for(over, true);  // alive, so that a message can still come
        if (world.rank() == rank{1}) {
            const auto payload = pattern(3 << 20, 1);
            const request by_rendezvous = box.async_send({world.task(rank{0}), tag{1}}, payload);
            box.send({world.task(rank{0}), tag{2}}, {}, limit);
            wait_for(found, true);
            throw std::runtime_error("on purpose");
        }
        box.recv({any_source, tag{2}}, limit);  // the rendezvous request has arrived earlier
        found = true;
        const selector wanted{any_source, tag{1}};
        const auto look = [&] { claims ? void(box.claim(wanted, 100ms)) : void(box.probe(wanted, 100ms)); };
        errc end{};
        for (const deadline until(limit); end == errc{} && !until.passed();)
            end = error_of(look);
        over = true;
        demand(end == errc::timeout, "the message is gone, others may come");
    };
    CHECK_THROWS_WITH(on_every_transport(3, body, options), "on purpose");
}

}  // namespace mailbox_claim_test
