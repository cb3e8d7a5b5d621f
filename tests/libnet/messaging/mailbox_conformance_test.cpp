// The requirements for every transport. The tests run on each of them, with threads as ranks.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>
#include <random>
#include <thread>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace mailbox_conformance_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

TEST_CASE("messages of every size arrive whole", "[mailbox]") {
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        const task_id other = world.task(rank{1 - world.rank().value});
        unsigned seed = 0;
        for (const std::size_t size : {0u, 1u, 7u, 8u, 4096u, 65536u, 65537u, 1000003u, 9000001u}) {
            const auto sent = pattern(size, ++seed);
            if (world.rank() == rank{0}) {
                box.send({other, tag{5}}, sent, limit);
                demand(box.recv({other, tag{6}}, limit).payload == sent, "the echo differs");
            } else {
                std::vector<std::byte> buffer(size);
                const auto info = box.recv({other, tag{5}}, std::span(buffer), limit);
                demand(info.size_bytes == size && info.source == other && info.tag == tag{5}, "wrong description");
                box.send({other, tag{6}}, buffer, limit);
            }
        }
    });
}

TEST_CASE("both may send 64 MiB to each other before either receives", "[mailbox]") {
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        const task_id other = world.task(rank{1 - world.rank().value});
        const auto mine = pattern(std::size_t{64} << 20, static_cast<unsigned>(world.rank().value));
        box.send({other, tag{1}}, mine, limit);
        demand(box.unexpected_bytes() < (std::size_t{64} << 20), "unexpected data is not bounded");
        const auto got = box.recv({other, tag{1}}, limit);
        demand(got.payload == pattern(std::size_t{64} << 20, static_cast<unsigned>(1 - world.rank().value)),
               "content differs");
    });
}

TEST_CASE("order is kept per pair and context, across sizes", "[mailbox]") {
    on_every_transport(3, [](group& world) {
        mailbox& box = world.box();
        constexpr int count = 400;
        std::mt19937 random(static_cast<unsigned>(world.rank().value));
        if (world.rank() != rank{0}) {
            for (int i = 0; i < count; ++i) {
                std::vector<int> items(random() % 40 == 0 ? 50'000 : random() % 50 + 1, i);
                box.send({world.task(rank{0}), tag{i % 3}}, std::as_bytes(std::span(items)), limit);
            }
            return;
        }
        std::vector<int> next(3, 0);
        for (int i = 0; i < 2 * count; ++i) {
            const auto got = box.recv({any_source, any_tag}, limit);
            int value = 0;
            std::memcpy(&value, got.payload.data(), sizeof value);
            const auto from = static_cast<std::size_t>(world.rank_of(got.info.source).value);
            demand(value == next[from]++ && got.info.tag == tag{value % 3}, "out of order");
        }
    });
}

TEST_CASE("a receive takes only its source, tag and context", "[mailbox]") {
    on_every_transport(3, [](group& world) {
        mailbox& box = world.box();
        const auto send = [&](int tag_value, std::uint32_t context, int value) {
            box.send({world.task(rank{0}), tag{tag_value}, context_id{context}}, std::as_bytes(std::span(&value, 1)),
                     limit);
        };
        const auto take = [&](selector from) {
            int value = 0;
            box.recv(from, std::as_writable_bytes(std::span(&value, 1)), limit);
            return value;
        };
        if (world.rank() == rank{1}) {
            send(1, 0, 11);
            send(2, 0, 12);
            send(1, 77, 13);
            box.recv({world.task(rank{0}), tag{4}}, limit);
        }
        if (world.rank() == rank{2}) {
            send(1, 0, 21);
            box.recv({world.task(rank{0}), tag{4}}, limit);
        }
        if (world.rank() == rank{0}) {
            demand(take({world.task(rank{1}), any_tag, context_id{77}}) == 13, "context");
            demand(take({world.task(rank{2}), any_tag}) == 21, "source");
            demand(take({any_source, tag{2}}) == 12, "tag");
            demand(take({any_source, any_tag}) == 11, "any");
            demand(!box.try_probe({any_source, any_tag}), "nothing is left");
            for (int other : {1, 2})
                box.send({world.task(rank{other}), tag{4}}, {}, limit);
        }
    });
}

TEST_CASE("receives posted first get their payload in place", "[mailbox]") {
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        const task_id other = world.task(rank{1 - world.rank().value});
        constexpr std::size_t count = 16, size = 100'000;
        std::vector<std::vector<std::byte>> in(count, std::vector<std::byte>(size)), out;
        std::vector<request> requests;
        for (std::size_t i = 0; i < count; ++i)
            requests.push_back(box.async_recv({other, tag{static_cast<int>(i)}}, in[i]));
        for (std::size_t i = 0; i < count; ++i)
            out.push_back(pattern(size, static_cast<unsigned>(i)));
        for (std::size_t i = count; i-- > 0;)
            requests.push_back(box.async_send({other, tag{static_cast<int>(i)}}, out[i]));
        wait_all(requests, limit);
        demand(in == out, "content differs");
    });
}

TEST_CASE("wait_any returns a request that is done", "[mailbox]") {
    on_every_transport(3, [](group& world) {
        mailbox& box = world.box();
        int value = world.rank().value;
        if (world.rank() != rank{0})
            return box.send({world.task(rank{0}), tag{1}}, std::as_bytes(std::span(&value, 1)), limit);
        std::vector<int> got(2);
        std::vector<request> requests;
        for (int from : {1, 2})
            requests.push_back(
                box.async_recv({world.task(rank{from}), tag{1}},
                               std::as_writable_bytes(std::span(&got[static_cast<std::size_t>(from - 1)], 1))));
        for (int left = 2; left > 0; --left) {
            const auto which = wait_any(requests, limit);
            requests[which].wait();
            requests[which] = request();
        }
        demand(got == std::vector{1, 2}, "content differs");
        demand(error_of([&] { wait_any(requests); }) == errc::invalid_argument, "no valid request");
    });
}

TEST_CASE("probe tells the size without taking the message", "[mailbox]") {
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        for (const std::size_t size : {3u, 300'000u}) {
            if (world.rank() == rank{0}) {
                box.send({world.task(rank{1}), tag{9}}, pattern(size, 1), limit);
            } else {
                const auto info = box.probe({any_source, any_tag}, limit);
                demand(info.size_bytes == size && info.tag == tag{9}, "probe");
                demand(box.probe({any_source, any_tag}, limit).size_bytes == size, "probe twice");
                std::vector<std::byte> buffer(info.size_bytes);
                box.recv({info.source, info.tag}, std::span(buffer), limit);
                demand(buffer == pattern(size, 1), "content");
            }
        }
    });
}

TEST_CASE("try_recv takes short and long messages without blocking", "[mailbox]") {
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        for (const std::size_t size : {3u, 3'000'000u}) {
            if (world.rank() == rank{0}) {
                box.send({world.task(rank{1}), tag{9}}, pattern(size, 1), limit);
                continue;
            }
            std::vector<std::byte> buffer(size);
            const deadline until(limit);
            std::optional<message_info> got;
            while (!(got = box.try_recv({any_source, any_tag}, buffer)))
                demand(!until.passed(), "it never came");
            demand(got->size_bytes == size && buffer == pattern(size, 1), "content");
        }
    });
}

TEST_CASE("a message longer than the buffer is an error and is consumed", "[mailbox]") {
    const bool receiver_first = GENERATE(false, true);
    on_every_transport(2, [=](group& world) {
        mailbox& box = world.box();
        const task_id other = world.task(rank{1 - world.rank().value});
        for (const std::size_t size : {100u, 1'000'000u}) {
            if (world.rank() == rank{0}) {
                if (receiver_first) box.recv({other, tag{3}}, limit);
                box.send({other, tag{1}}, pattern(size, 1), limit);
                box.send({other, tag{1}}, pattern(4, 2), limit);
            } else {
                std::vector<std::byte> small(99);
                auto receive = receiver_first ? box.async_recv({other, tag{1}}, small) : request();
                if (receiver_first) box.send({other, tag{3}}, {}, limit);
                if (!receiver_first) box.probe({other, tag{1}}, limit);
                if (!receiver_first) receive = box.async_recv({other, tag{1}}, small);
                demand(error_of([&] { receive.wait(limit); }) == errc::truncated, "truncated");
                demand(box.recv({other, tag{1}}, limit).payload == pattern(4, 2), "the next message is whole");
            }
        }
    });
}

TEST_CASE("a task may send to itself", "[mailbox]") {
    on_every_transport(1, [](group& world) {
        mailbox& box = world.box();
        const auto data = pattern(200'000, 4);
        box.send({box.self(), tag{1}}, data, limit);
        demand(box.recv({box.self(), tag{1}}, limit).payload == data, "send first");
        std::vector<std::byte> buffer(data.size());
        auto receive = box.async_recv({any_source, tag{2}}, buffer);
        box.send({box.self(), tag{2}}, data, limit);
        receive.wait(limit);
        demand(buffer == data, "receive first");
        demand(error_of([&] { box.recv({any_source, tag{3}}, 1ms); }) == errc::timeout, "nothing comes");
    });
}

TEST_CASE("a deadline ends a wait, and what was withdrawn still arrives later", "[mailbox]") {
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        const task_id other = world.task(rank{1 - world.rank().value});
        std::vector<std::byte> buffer(1 << 20);
        if (world.rank() == rank{0}) {
            demand(error_of([&] { box.recv({other, tag{1}}, std::span(buffer), 5ms); }) == errc::timeout, "timeout");
            { const auto dropped = box.async_recv({other, tag{1}}, buffer); }  // withdrawn
            box.send({other, tag{2}}, {}, limit);
            demand(box.recv({other, tag{1}}, limit).payload == pattern(1 << 20, 7), "content");
        } else {
            box.recv({other, tag{2}}, limit);
            box.send({other, tag{1}}, pattern(1 << 20, 7), limit);
        }
    });
}

TEST_CASE("a receive withdrawn in the middle of its message loses nothing", "[mailbox]") {
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        const task_id other = world.task(rank{1 - world.rank().value});
        constexpr std::size_t size = 8 << 20;
        if (world.rank() == rank{0}) return box.send({other, tag{1}}, pattern(size, 3), limit);
        for (int i = 0; i < 20; ++i) {
            std::vector<std::byte> buffer(size);
            auto receive = box.async_recv({other, tag{1}}, buffer);
            for (int turn = 0; turn < i; ++turn)
                box.poll();
            if (receive.test()) {
                demand(buffer == pattern(size, 3), "content");
                return;
            }
        }
        demand(box.recv({other, tag{1}}, limit).payload == pattern(size, 3), "content after withdrawals");
    });
}

TEST_CASE("unexpected data stays below the cap while senders flood", "[mailbox]") {
    mailbox_options options;
    options.unexpected_cap_bytes = 256 << 10;
    options.send_buffer_bytes = 16 << 10;
    constexpr int senders = 5, count = 3000;
    on_every_transport(
        senders + 1,
        [&](group& world) {
            mailbox& box = world.box();
            if (world.rank() != rank{0}) {
                for (int i = 0; i < count; ++i) {
                    std::vector<int> items(128, i);
                    box.send({world.task(rank{0}), tag{1}}, std::as_bytes(std::span(items)), limit);
                }
                return;
            }
            std::vector<int> next(senders + 1, 0), items(128);
            std::size_t most = 0;
            for (int i = 0; i < senders * count; ++i) {
                // While the messages of one sender are received, those of the others accumulate.
                const int from = i / count + 1;
                box.recv({world.task(rank{from}), tag{1}}, std::as_writable_bytes(std::span(items)), limit);
                demand(items[0] == next[static_cast<std::size_t>(from)]++ && items[127] == items[0],
                       "order and content");
                most = std::max(most, box.unexpected_bytes());
            }
            demand(most <= options.unexpected_cap_bytes + options.unexpected_cap_bytes / 10, "the cap was exceeded");
            demand(most > 0, "nothing was unexpected: the test tests nothing");
        },
        options);
}

TEST_CASE("all pairs connect at once, each once", "[mailbox]") {
    const int size = 16;
    on_every_transport(size, [&](group& world) {
        mailbox& box = world.box();
        std::vector<int> got(size, -1);
        std::vector<request> requests;
        const int me = world.rank().value;
        for (int other = 0; other < size; ++other) {
            requests.push_back(
                box.async_recv({world.task(rank{other}), tag{1}},
                               std::as_writable_bytes(std::span(&got[static_cast<std::size_t>(other)], 1))));
            requests.push_back(box.async_send({world.task(rank{other}), tag{1}}, std::as_bytes(std::span(&me, 1))));
        }
        wait_all(requests, limit);
        std::vector<int> expected(size);
        std::iota(expected.begin(), expected.end(), 0);
        demand(got == expected, "everybody heard everybody once");
    });
}

}  // namespace mailbox_conformance_test
