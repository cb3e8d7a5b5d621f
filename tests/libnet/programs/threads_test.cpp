// Several threads of each rank use its mailbox at once: no wake-up is lost.
#include <algorithm>
#include <array>

#include "tests/libnet/programs/program_testing.hpp"

namespace threads_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

int repeats() {
    return full_form() ? 20 : 1;
}

constexpr int writers = 24, waiting = 4, messages = 24;
constexpr int tag_of_end = 1000;

// Lengths from 1 byte to 200 kB in an order that differs from thread to thread.
std::size_t length_of(int thread, int message) {
    constexpr std::array<std::size_t, 6> lengths{1, 200, 5'000, 40'000, 100'000, 200'000};
    return lengths.at(static_cast<std::size_t>(thread * 5 + message * 7) % lengths.size());
}

// Even ranks: threads that write, and threads that wait in a receive until all have ended.
void write(group& world, rank to) {
    in_threads(writers + waiting, [&](int thread) {
        if (thread >= writers) {
            (void)world.recv(to, tag{tag_of_end + thread});
            return;
        }
        for (int i = 0; i < messages; ++i)
            world.send(to, tag{thread}, pattern(length_of(thread, i), seed_of(0, thread, i)));
    });
}

// Odd ranks: one thread reads all, others wait for a message from themselves that comes last.
void read(group& world, rank from) {
    in_threads(1 + waiting, [&](int thread) {
        if (thread > 0) {
            (void)world.recv(world.rank(), tag{tag_of_end + thread});
            return;
        }
        std::vector<int> count(writers);
        for (int i = 0; i < writers * messages; ++i) {
            at(world, "reads message", i);
            const message got = world.box().recv({world.task(from), any_tag, world.user_context()});
            const int writer = got.info.tag.value;
            const int number = count.at(static_cast<std::size_t>(writer))++;
            demand(got.payload == pattern(length_of(writer, number), seed_of(0, writer, number)), "content or order");
        }
        at(world, "tells the threads that wait");
        for (int i = 1; i <= waiting; ++i)
            world.send(world.rank(), tag{tag_of_end + i}, {});
        for (int i = 0; i < waiting; ++i)
            world.send(from, tag{tag_of_end + writers + i}, {});
    });
}

void stream(group& world) {
    const auto other = partner(world);
    for (int i = 0; other && i < repeats(); ++i) {
        at(world, "streams in repetition", i);
        world.rank().value % 2 == 0 ? write(world, *other) : read(world, *other);
    }
}

// As above, but each writer waits for an answer to every message, and the reader pauses now and then for some
// milliseconds: its links fill up and empty, and the writers' rank spins, sleeps and is woken for all reasons in turn.
void stream_with_answers(group& world) {
    const auto other = partner(world);
    if (!other) return;
    const int count = messages * repeats();
    if (world.rank().value % 2 == 0) {
        in_threads(writers, [&](int thread) {
            for (int i = 0; i < count; ++i) {
                world.send(*other, tag{thread}, pattern(length_of(thread, i), seed_of(0, thread, i)));
                if (i % 3 == 2) (void)world.recv(*other, tag{thread});
            }
        });
        return;
    }
    std::vector<int> done(writers);
    for (int i = 0; i < writers * count; ++i) {
        at(world, "reads message", i);
        const message got = world.box().recv({world.task(*other), any_tag, world.user_context()});
        const int writer = got.info.tag.value;
        const int number = done.at(static_cast<std::size_t>(writer))++;
        demand(got.payload == pattern(length_of(writer, number), seed_of(0, writer, number)), "content or order");
        if (number % 3 == 2) world.send(*other, tag{writer}, {});
        if (i % 32 == 31) compute(std::chrono::milliseconds(i / 32 % 5));
    }
}

void check_stream_with_answers(std::chrono::microseconds spin, std::chrono::microseconds detach_after) {
    mailbox_options options;
    options.spin = spin;
    options.detach_after = detach_after;
    check_runs({.body = stream_with_answers,
                .sizes = {2, 4},
                .options = options,
                .limit = full_form() ? 200s : 60s,
                .at_once = 1});
}

// How far two partners and their threads are in a round; reported without messages.
struct progress_of_pair {
    milestone woken, tested, first_done, second_next;
};

constexpr std::size_t more_than_a_socket_holds = 1'000'000;
constexpr auto until_others_sleep = 20ms;

// A thread waits while another one fills the link. That wakes it by a message within the rank, follows its send
// with test() until it is done, and fills the link again while the first thread waits anew.
void wait_beside_a_full_link(group& world, rank other, progress_of_pair& pair, int round) {
    in_threads(2, [&](int thread) {
        if (thread == 0) {
            (void)world.recv(world.rank(), tag{1});
            pair.woken.reach(round);
            pair.first_done.wait_for(round);
            (void)world.recv(other, tag{2});
            return;
        }
        const auto data = pattern(more_than_a_socket_holds, 1);
        compute(until_others_sleep);
        request first = world.async_send<std::byte>(other, tag{3}, data);
        compute(until_others_sleep);
        world.send(world.rank(), tag{1}, {});
        pair.woken.wait_for(round);
        for (int i = 0; i < 300; ++i)
            (void)first.test();
        pair.tested.reach(round);
        at(world, "tests its first send in round", round);
        while (!first.test())
            std::this_thread::yield();
        pair.first_done.reach(round);
        compute(until_others_sleep);
        pair.second_next.reach(round);
        at(world, "sends for the second time in round", round);
        world.send(other, tag{4}, data);
    });
}

void read_a_full_link(group& world, rank other, progress_of_pair& pair, int round) {
    pair.tested.wait_for(round);
    at(world, "receives for the first time in round", round);
    expect_message(world, other, 3, more_than_a_socket_holds, 1);
    pair.second_next.wait_for(round);
    compute(until_others_sleep);
    at(world, "receives for the second time in round", round);
    expect_message(world, other, 4, more_than_a_socket_holds, 1);
    world.send(other, tag{2}, {});
}

void check_full_link(std::chrono::microseconds detach_after) {
    std::vector<progress_of_pair> pairs(10);  // each run has its own: it is a process
    mailbox_options options;
    options.detach_after = detach_after;
    const auto body = [&](group& world) {
        const auto other = partner(world);
        auto& pair = pairs.at(static_cast<std::size_t>(world.rank().value / 2));
        for (int round = 1; other && round <= 3 * repeats(); ++round)
            world.rank().value % 2 == 0 ? wait_beside_a_full_link(world, *other, pair, round)
                                        : read_a_full_link(world, *other, pair, round);
    };
    check_runs({.body = body, .options = options, .limit = 30s});
}

// 8 threads of each partner play ping-pong, each with its own tag; another thread polls.
void ping_pong(group& world, int rounds) {
    const auto other = partner(world);
    if (!other) return;
    const bool first = world.rank().value % 2 == 0;
    in_threads(8, [&](int thread) {
        std::vector<std::byte> in(60'000);
        for (int i = 0; i < rounds; ++i) {
            const std::size_t size = i % 8 == 7 ? in.size() : static_cast<std::size_t>(thread) + 1;
            const auto data = pattern(size, seed_of(1, thread, i));
            if (first) world.send(*other, tag{thread}, data);
            const auto got = world.box().recv({world.task(*other), tag{thread}, world.user_context()}, in);
            demand(got.size_bytes == size && std::equal(data.begin(), data.end(), in.begin()), "content");
            if (!first) world.send(*other, tag{thread}, data);
        }
    });
}

// One thread polls with test() while others block; the messages of both come in turn.
void poll_while_others_block(group& world, int rounds) {
    const auto other = partner(world);
    if (!other) return;
    in_threads(4, [&](int thread) {
        for (int i = 0; i < rounds; ++i) {
            int in = -1;
            const int out = i * 10 + thread;
            request received = world.async_recv(*other, tag{thread}, std::span(&in, 1));
            request sent = world.async_send(*other, tag{thread}, std::span(&out, 1));
            if (thread == 0)
                while (!received.test())
                    std::this_thread::yield();
            received.wait();
            sent.wait();
            demand(in == out, "content");
        }
    });
}

// Threads wait in turn: each is woken by the message of the one before, through the other rank.
void relay(group& world, int rounds) {
    const auto other = partner(world);
    if (!other) return;
    constexpr int threads = 6;
    const bool first = world.rank().value % 2 == 0;
    in_threads(threads, [&](int thread) {
        for (int i = 0; i < rounds; ++i) {
            int token = 0;
            if (!(first && thread == 0 && i == 0)) {
                world.recv(*other, tag{thread}, std::span(&token, 1));
                const int hops = (i * threads + thread) * 2 + (first ? 0 : 1);
                demand(token == hops, "token " + std::to_string(token) + ", not " + std::to_string(hops));
            }
            ++token;
            const bool over = !first && thread == threads - 1 && i == rounds - 1;
            if (!over)
                world.send(*other, tag{first ? thread : (thread + 1) % threads}, std::span<const int>(&token, 1));
        }
    });
}

}  // namespace

TEST_CASE("24 threads stream to one reader while others wait", "[threads]") {
    check_runs({.body = stream, .sizes = {2, 4}, .limit = full_form() ? 200s : 60s, .at_once = 1});
}

TEST_CASE("24 threads stream to a reader that answers and pauses", "[threads]") {
    check_stream_with_answers(200us, 1ms);
}

TEST_CASE("24 threads stream to a reader that answers and pauses, long spinning, no copies", "[threads]") {
    check_stream_with_answers(3ms, 10s);
}

TEST_CASE("A link fills up twice while another thread waits", "[threads]") {
    check_full_link(1ms);
}

TEST_CASE("A link fills up twice while another thread waits, no copies", "[threads]") {
    check_full_link(60s);
}

TEST_CASE("8 pairs of threads play ping-pong by tag", "[threads]") {
    const int rounds = 50 * repeats();
    check_runs({.body = [=](group& world) { ping_pong(world, rounds); }, .sizes = {2, 4, 17}});
}

TEST_CASE("One thread polls while others block", "[threads]") {
    const int rounds = 50 * repeats();
    check_runs({.body = [=](group& world) { poll_while_others_block(world, rounds); }});
}

TEST_CASE("Threads that wait are woken in turn", "[threads]") {
    const int rounds = 50 * repeats();
    check_runs({.body = [=](group& world) { relay(world, rounds); }});
}

}  // namespace threads_test
