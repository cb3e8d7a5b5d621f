// The first message to a peer, then a program that computes for longer than every time limit of a connection.
#include "tests/libnet/programs/program_testing.hpp"

namespace first_message_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr std::size_t large = 3'000'000;

// Connections get 1.2 s and programs compute for 1.5 s; in the full form 10 s, the default, and 11 s. Where two ranks
// connect to each other at once, one connection is refused, and the other must be made in this time on a busy computer.
std::chrono::milliseconds long_time() {
    return full_form() ? 11'000ms : 1'500ms;
}

mailbox_options short_limits() {
    mailbox_options options;
    if (!full_form()) options.connect_timeout = 1'200ms;
    return options;
}

program sleeping(std::function<void(group&)> body) {
    return {.body = std::move(body), .options = short_limits(), .limit = full_form() ? 90s : 60s, .at_once = 12};
}

// When a program that computes tests its requests.
enum class looks { never, once_early, every_half };

void compute_with(looks when, std::vector<request>& requests) {
    const auto test_all = [&] {
        for (auto& r : requests)
            (void)r.test();
    };
    if (when == looks::once_early) {
        compute(long_time() / 10);
        test_all();
    } else if (when == looks::every_half) {
        compute(long_time() / 2);
        test_all();
        compute(long_time() / 2);
        test_all();
        return;
    }
    compute(long_time());
}

// Each rank sends to the next one and receives from the one before, computing meanwhile.
void exchange_round_the_ring(group& world, std::size_t size, looks when) {
    const rank next = neighbour(world, 1), last = neighbour(world, -1);
    for (int step = 0; step < 2; ++step) {
        const auto out = pattern(size, seed_of(world.rank().value, step));
        std::vector<std::byte> in(size);
        std::vector<request> requests;
        requests.push_back(world.async_recv<std::byte>(last, tag{step}, in));
        requests.push_back(world.async_send<std::byte>(next, tag{step}, out));
        at(world, "computes in step", step);
        compute_with(when, requests);
        at(world, "waits in step", step);
        wait_all(requests);
        demand(in == pattern(size, seed_of(last.value, step)), "content");
    }
}

// One of two partners sends without waiting and computes; the other receives with a call that blocks.
void send_then_compute(group& world, std::size_t size) {
    const auto other = partner(world);
    if (!other) return;
    if (world.rank().value % 2 == 0) {
        const auto out = pattern(size, 1);
        request sent = world.async_send<std::byte>(*other, tag{1}, out);
        at(world, "computes");
        compute(long_time());
        at(world, "waits for its send");
        sent.wait();
    } else {
        at(world, "receives");
        expect_message(world, *other, 1, size, 1);
    }
}

// One of two partners computes first; the other sends with a call that blocks, and both continue.
void compute_then_receive(group& world, std::size_t size) {
    const auto other = partner(world);
    if (!other) return;
    if (world.rank().value % 2 == 0) {
        at(world, "computes");
        compute(long_time());
        at(world, "receives");
        expect_message(world, *other, 1, size, 1);
        world.send(*other, tag{2}, std::as_bytes(std::span("done")));
    } else {
        at(world, "sends");
        world.send(*other, tag{1}, pattern(size, 1));
        at(world, "receives the answer");
        (void)world.recv(*other, tag{2});
    }
}

// Odd ranks send a first message and end; even ranks compute for longer and receive then.
void send_and_end(group& world, std::size_t size, bool receive_posted, std::chrono::milliseconds time) {
    const auto other = partner(world);
    if (!other) return;
    if (world.rank().value % 2 == 1) {
        at(world, "sends");
        world.send(*other, tag{1}, pattern(size, 1));
        return;
    }
    std::vector<std::byte> in(size);
    request posted;
    if (receive_posted) posted = world.async_recv<std::byte>(*other, tag{1}, in);
    at(world, "computes");
    compute(time);
    if (!receive_posted) posted = world.async_recv<std::byte>(*other, tag{1}, in);
    at(world, "receives from a rank that has ended");
    posted.wait();
    demand(in == pattern(size, 1), "content");
}

// Sent to a rank that computes for 2 s, 65 s in the full form. With `short_linger` it computes for 6.5 s, and the
// linger of the sender is 5 s, which includes the time for the connection; otherwise the linger is the default.
void check_send_and_end(std::size_t size, bool receive_posted, bool short_linger) {
    const auto time = full_form() ? 65'000ms : short_linger ? 6'500ms : 2'000ms;
    program p = sleeping([=](group& world) { send_and_end(world, size, receive_posted, time); });
    if (short_linger && !full_form()) p.options.linger = 5'000ms;
    check_runs(p);
}

}  // namespace

TEST_CASE("A first exchange of short messages with long computing and no test()", "[first]") {
    check_runs(sleeping([](group& world) { exchange_round_the_ring(world, 8, looks::never); }));
}

TEST_CASE("A first exchange of long messages with long computing and no test()", "[first]") {
    check_runs(sleeping([](group& world) { exchange_round_the_ring(world, large, looks::never); }));
}

TEST_CASE("A first exchange of short messages, one test(), long computing", "[first]") {
    check_runs(sleeping([](group& world) { exchange_round_the_ring(world, 8, looks::once_early); }));
}

TEST_CASE("A first exchange of long messages, one test(), long computing", "[first]") {
    check_runs(sleeping([](group& world) { exchange_round_the_ring(world, large, looks::once_early); }));
}

TEST_CASE("A first exchange of short messages with a test() every half of long computing", "[first]") {
    check_runs(sleeping([](group& world) { exchange_round_the_ring(world, 8, looks::every_half); }));
}

TEST_CASE("A first exchange of long messages with a test() every half of long computing", "[first]") {
    check_runs(sleeping([](group& world) { exchange_round_the_ring(world, large, looks::every_half); }));
}

TEST_CASE("A first exchange while the cores are busy", "[first]") {
    check_runs({.body =
                    [](group& world) {
                        const rank next = neighbour(world, 1), last = neighbour(world, -1);
                        long in = -1;
                        const long out = world.rank().value;
                        request received = world.async_recv(last, tag{1}, std::span(&in, 1));
                        request sent = world.async_send(next, tag{1}, std::span(&out, 1));
                        at(world, "computes");
                        compute_busily(1'300ms);
                        at(world, "waits");
                        received.wait();
                        sent.wait();
                        demand(in == last.value, "content");
                    },
                .sizes = {2, 4},
                .options = short_limits(),
                .at_once = 1});
}

TEST_CASE("A first short async send and long computing, received by a call that blocks", "[first]") {
    check_runs(sleeping([](group& world) { send_then_compute(world, 8); }));
}

TEST_CASE("A first long async send and long computing, received by a call that blocks", "[first]") {
    check_runs(sleeping([](group& world) { send_then_compute(world, large); }));
}

TEST_CASE("A first short message to a rank that computes, sent by a call that blocks", "[first]") {
    check_runs(sleeping([](group& world) { compute_then_receive(world, 8); }));
}

TEST_CASE("A first long message to a rank that computes, sent by a call that blocks", "[first]") {
    check_runs(sleeping([](group& world) { compute_then_receive(world, large); }));
}

TEST_CASE("A first short message to a rank that computes longer than its sender runs", "[first]") {
    check_send_and_end(8, false, true);
}

TEST_CASE("A first long message to a posted receive of a rank that computes while its sender ends", "[first]") {
    check_send_and_end(large, true, false);
}

TEST_CASE("A first long message to a rank that computes, within the linger of its sender", "[first]") {
    check_send_and_end(large, false, false);
}

}  // namespace first_message_test
