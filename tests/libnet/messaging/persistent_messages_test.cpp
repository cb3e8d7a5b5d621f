// Prepared sends and receives. They carry the same messages as async_send and async_recv, and can be started
// repeatedly.
#include "banyan/net/persistent_messages.hpp"

#include <array>
#include <numeric>

#include "banyan/net/wait_descriptor.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace persistent_messages_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr tag t{7};

}  // namespace

TEST_CASE("persistent messages: a ring with new contents in each round", "[persistent_messages]") {
    const int size = GENERATE(1, 2, 5);
    const std::size_t length = GENERATE(0u, 1u, 3000u, 600'000u);
    on_every_transport(size, [&](group& world) {
        const int me = world.rank().value;
        const rank right{(me + 1) % size}, left{(me + size - 1) % size};
        std::vector<int> out(length), in(length);
        std::vector<persistent_group_request> both;
        both.push_back(persistent_recv(world, left, t, in));
        both.push_back(persistent_send(world, right, t, out));
        for (int round = 0; round < 10; ++round) {
            std::ranges::fill(out, 100 * round + me);
            start_all(both);
            wait_all(both, limit);
            demand(length == 0 || (in.front() == 100 * round + left.value && in.back() == in.front()), "the items");
            const group_message_info got = both[0].wait(limit), sent = both[1].wait(limit);
            demand(got.source == left && got.tag == t && got.size_bytes == length * sizeof(int), "the receive");
            demand(sent.source == right && sent.size_bytes == length * sizeof(int), "the send");
        }
    });
}

TEST_CASE("persistent messages: any source and any tag, and the other forms at the other end",
          "[persistent_messages]") {
    constexpr int size = 4, rounds = 5;
    on_every_transport(size, [](group& world) {
        if (world.rank() != rank{0}) {
            const int mine = world.rank().value;
            for (int i = 0; i < rounds; ++i)
                world.send(rank{0}, tag{mine}, mine, limit);
            return demand(world.recv<int>(rank{0}, t, limit) == rounds, "a prepared send");
        }
        std::array<int, 10> item{};  // has more room than the messages need
        auto any = persistent_recv(world, any_source, any_tag, item);
        std::vector<int> counts(size);
        for (int i = 0; i < rounds * (size - 1); ++i) {
            any.start();
            const auto got = any.wait(limit);
            demand(got.source.value == item[0] && got.tag.value == item[0] && got.size_bytes == sizeof(int),
                   "a message");
            ++counts[static_cast<std::size_t>(item[0])];
        }
        demand(counts == std::vector{0, rounds, rounds, rounds}, "all messages");
        const int value = rounds;
        for (int r = 1; r < size; ++r) {
            auto send = persistent_send(world, rank{r}, t, value);
            send.start();
            send.wait(limit);
        }
    });
}

TEST_CASE("persistent messages: of a mailbox, with scatter-gather buffers", "[persistent_messages]") {
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        const task_id other = other_of(world);
        std::vector<int> field(12, world.rank().value), in(12, -1);  // 3 rows of 4
        const int* first = field.data();
        persistent_request send(box, {other, t}, rows_of(first, 3, 2, 4));
        persistent_request receive(box, selector{other, t}, rows_of(in.data(), 3, 2, 4));
        for (int round = 0; round < 5; ++round) {
            std::iota(field.begin(), field.end(), 100 * round);
            receive.start();
            send.start();
            demand(receive.wait(limit).size_bytes == 6 * sizeof(int), "the length");
            send.wait(limit);
            demand(in[0] == 100 * round && in[1] == in[0] + 1 && in[2] == -1 && in[9] == in[0] + 9, "the rows");
        }
    });
}

TEST_CASE("persistent messages: several at once, with wait_any, test_all and a descriptor", "[persistent_messages]") {
    on_every_transport(3, [](group& world) {
        if (world.rank() != rank{0}) {
            for (int i = 0; i < 20; ++i) {
                (void)world.recv<int>(rank{0}, t, limit);
                world.send(rank{0}, t, i, limit);
            }
            return;
        }
        std::array<int, 2> in{};
        std::vector<persistent_group_request> receives;
        receives.push_back(persistent_recv(world, rank{1}, t, in[0]));
        receives.push_back(persistent_recv(world, rank{2}, t, in[1]));
        wait_descriptor events(world.box());
        wait_all(receives, limit);  // nothing is started
        demand(test_all(receives) && !receives[0].valid(), "empty requests are done");
        for (int i = 0; i < 20; ++i) {
            start_all(receives);
            demand(!test_all(receives), "nothing was sent");
            events.watch(receives);
            events.release();
            for (int r = 1; r < 3; ++r)
                world.send(rank{r}, t, i, limit);
            for (int left = 2; left > 0; --left) {
                const std::size_t done = wait_any(receives, limit);
                demand(in[done] == i, "the item");
                receives[done].reset();
            }
        }
    });
}

TEST_CASE("persistent messages: a start of what is under way is refused, and a reset one starts again",
          "[persistent_messages]") {
    on_every_transport(2, [](group& world) {
        const rank other{1 - world.rank().value};
        int in = 0;
        const int out = 5;
        auto receive = persistent_recv(world, other, t, in);
        demand(error_of([&] { receive.wait(limit); }) == errc::invalid_argument, "wait before the first start");
        receive.start();
        demand(error_of([&] { receive.start(); }) == errc::invalid_argument, "start twice");
        demand(error_of([&] { receive.wait(std::chrono::milliseconds(1)); }) == errc::timeout, "a deadline");
        receive.reset();
        demand(!receive.valid(), "empty");
        receive.start();
        demand(receive.cancel() && error_of([&] { receive.wait(limit); }) == errc::cancelled, "cancel");
        receive.start();
        auto moved = std::move(receive);  // while it is active
        demand(error_of([&] { receive.start(); }) == errc::invalid_argument, "a start of nothing");  // NOLINT
        auto send = persistent_send(world, other, t, out);
        world.send_recv(other, tag{1}, out, other, tag{1}, in, limit);  // both have posted their receives
        send.start();
        moved.wait(limit);
        send.wait(limit);
        demand(in == 5, "the item");
        demand(error_of([&] { (void)persistent_send(world, rank{2}, t, out); }) == errc::invalid_argument, "rank");
        demand(error_of([&] { (void)persistent_recv(world, rank{-1}, t, in); }) == errc::invalid_argument, "rank");
    });
}

TEST_CASE("persistent messages: an error is that of one start", "[persistent_messages]") {
    on_every_transport(2, [](group& world) {
        const rank other{1 - world.rank().value};
        std::array<int, 2> out{1, 2};
        int in = 0;
        auto receive = persistent_recv(world, other, t, in);
        receive.start();
        world.send(other, t, out, limit);
        demand(error_of([&] { receive.wait(limit); }) == errc::truncated, "a longer message");
        demand(error_of([&] { receive.wait(limit); }) == errc::truncated, "again");
        receive.start();
        world.send(other, t, out[1], limit);
        receive.wait(limit);
        demand(in == 2, "the next message");
    });
}

TEST_CASE("persistent messages: the death of the peer fails the next start too", "[persistent_messages]") {
    std::atomic<bool> ready{false};
    const auto body = [&](group& world) {
        int item = 0;
        if (world.rank() == rank{1}) {
            world.send(rank{0}, tag{1}, item, limit);
            wait_for(ready, true);
            throw std::runtime_error("on purpose");
        }
        auto receive = persistent_recv(world, rank{1}, t, item);
        receive.start();
        (void)world.recv<int>(rank{1}, tag{1}, limit);
        ready = true;
        for (int i = 0; i < 3; ++i) {
            demand(error_of([&] { receive.wait(limit); }) == errc::peer_lost, "the loss");
            receive.start();
        }
    };
    CHECK_THROWS_WITH(on_every_transport(2, body), "on purpose");
}

}  // namespace persistent_messages_test
