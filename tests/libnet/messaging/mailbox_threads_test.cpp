// Several threads of one task use one mailbox. On each transport.
#include <atomic>
#include <exception>
#include <thread>

#include "banyan/net/collectives.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace mailbox_threads_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

constexpr int threads = 4;

// Runs f(0) .. f(count - 1) at the same time, each in its own thread. Rethrows the first failure.
template <class F>
void in_threads(int count, F f) {
    std::vector<std::exception_ptr> failures(static_cast<std::size_t>(count));
    {
        std::vector<std::jthread> running;
        for (int i = 0; i < count; ++i)
            running.emplace_back([&, i] {
                try {
                    f(i);
                } catch (...) {
                    failures[static_cast<std::size_t>(i)] = std::current_exception();
                }
            });
    }
    for (const auto& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

// A few long messages among short ones, so that every form of a message is used.
std::size_t size_of_message(int i) {
    return i % 25 == 0 ? 100'000u : static_cast<std::size_t>(i % 60);
}

unsigned seed_of(int thread, int i) {
    return static_cast<unsigned>(thread * 10'000 + i);
}

}  // namespace

TEST_CASE("each thread receives on a tag of its own while another task sends interleaved", "[threads]") {
    constexpr int count = 200;
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        if (world.rank() == rank{1}) {
            for (int i = 0; i < count; ++i)
                for (int t = 0; t < threads; ++t)
                    box.send({other_of(world), tag{t}}, pattern(size_of_message(i), seed_of(t, i)), limit);
            return;
        }
        in_threads(threads, [&](int t) {
            for (int i = 0; i < count; ++i)
                demand(box.recv({other_of(world), tag{t}}, limit).payload == pattern(size_of_message(i), seed_of(t, i)),
                       "order or content");
        });
    });
}

TEST_CASE("threads of both tasks send and receive at once", "[threads]") {
    constexpr int count = 150;
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        const int me = world.rank().value;
        in_threads(threads, [&](int t) {
            for (int i = 0; i < count; ++i) {
                const auto mine = pattern(size_of_message(i), seed_of(t, i) + static_cast<unsigned>(me));
                std::vector<std::byte> got(size_of_message(i));
                auto receive = box.async_recv({other_of(world), tag{t}}, got);
                box.send({other_of(world), tag{t}}, mine, limit);
                receive.wait(limit);
                demand(got == pattern(got.size(), seed_of(t, i) + static_cast<unsigned>(1 - me)), "content");
            }
        });
    });
}

TEST_CASE("threads share what comes for any of them, each message once", "[threads]") {
    constexpr int count = 400;
    on_every_transport(3, [](group& world) {
        mailbox& box = world.box();
        if (world.rank() != rank{0}) {
            for (int i = 0; i < count; ++i)
                box.send({world.task(rank{0}), tag{1}}, bytes_of(i), limit);
            return;
        }
        std::atomic<std::int64_t> sum{0};
        in_threads(threads, [&](int) {
            for (int i = 0; i < 2 * count / threads; ++i) {
                int value = 0;
                box.recv({any_source, tag{1}}, writable_bytes_of(value), limit);
                sum += value;
            }
        });
        demand(sum == std::int64_t{count} * (count - 1), "a message came twice or never");
    });
}

TEST_CASE("a thread blocked in recv is served by another thread's message to the same task", "[threads]") {
    on_every_transport(1, [](group& world) {
        mailbox& box = world.box();
        in_threads(2, [&](int t) {
            for (int i = 0; i < 100; ++i) {  // the two threads send a number back and forth
                int value = i;
                if (t == 0) box.send({box.self(), tag{0}}, bytes_of(value), limit);
                int got = -1;
                box.recv({box.self(), tag{t == 0 ? 1 : 0}}, writable_bytes_of(got), limit);
                demand(got == i, "content");
                if (t == 1) box.send({box.self(), tag{1}}, bytes_of(got), limit);
            }
        });
    });
}

TEST_CASE("the one that makes progress may leave in any order", "[threads]") {
    const bool first_come_first = GENERATE(true, false);
    on_every_transport(2, [=](group& world) {
        mailbox& box = world.box();
        for (int round = 0; round < 20; ++round) {
            if (world.rank() == rank{0}) {  // all wait at once; each is served after the previous one has finished
                in_threads(threads, [&](int t) {
                    box.send({other_of(world), tag{100}}, {}, limit);
                    box.recv({other_of(world), tag{t}}, limit);
                    box.send({other_of(world), tag{101}}, {}, limit);
                });
            } else {
                for (int t = 0; t < threads; ++t)
                    box.recv({other_of(world), tag{100}}, limit);
                for (int t = 0; t < threads; ++t) {
                    box.send({other_of(world), tag{first_come_first ? t : threads - 1 - t}}, {}, limit);
                    box.recv({other_of(world), tag{101}}, limit);
                }
            }
        }
    });
}

TEST_CASE("deadlines of waiting threads hold while another one makes progress", "[threads]") {
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        if (world.rank() == rank{1}) {
            box.recv({other_of(world), tag{50}}, limit);  // all other threads have timed out
            for (int t = 1; t < threads; ++t)
                box.send({other_of(world), tag{t}}, bytes_of(t), limit);
            return box.send({other_of(world), tag{0}}, {}, limit);
        }
        std::atomic<int> gave_up{0};
        in_threads(threads, [&](int t) {
            if (t == 0) return void(box.recv({other_of(world), tag{0}}, limit));
            int value = 0;
            const selector mine{other_of(world), tag{t}};
            demand(error_of([&] { box.recv(mine, writable_bytes_of(value), 5ms); }) == errc::timeout, "timeout");
            demand(error_of([&] { box.probe(mine, 1ms); }) == errc::timeout, "probe's timeout");
            auto request = box.async_recv(mine, writable_bytes_of(value));
            demand(error_of([&] { wait_any(std::span(&request, 1), 1ms); }) == errc::timeout, "wait_any's");
            if (++gave_up == threads - 1) box.send({other_of(world), tag{50}}, {}, limit);
            request.wait(limit);
            demand(value == t, "what was given up took a message");
        });
    });
}

TEST_CASE("a thread's send is completed from a copy while another thread makes progress", "[threads]") {
    on_every_transport(2, [](group& world) {
        mailbox& box = world.box();
        if (world.rank() == rank{0}) {
            in_threads(2, [&](int t) {
                if (t == 0) return void(box.recv({other_of(world), tag{9}}, limit));
                box.send({other_of(world), tag{1}}, pattern(1 << 20, 1), limit);  // received later
                box.send({other_of(world), tag{2}}, {}, limit);
            });
        } else {
            box.recv({other_of(world), tag{2}}, limit);
            demand(box.recv({other_of(world), tag{1}}, limit).payload == pattern(1 << 20, 1), "content");
            box.send({other_of(world), tag{9}}, {}, limit);
        }
    });
}

TEST_CASE("all threads that wait for a dead task get an error", "[threads]") {
    std::atomic<int> told{0};
    const auto body = [&](group& world) {
        mailbox& box = world.box();
        if (world.rank() == rank{1}) {
            for (int t = 0; t < threads; ++t)
                box.recv({other_of(world), tag{1}}, limit);
            throw std::runtime_error("on purpose");
        }
        in_threads(threads, [&](int t) {
            box.send({other_of(world), tag{1}}, {}, limit);
            const selector never{other_of(world), tag{7}};
            const auto end =
                t % 2 == 0 ? error_of([&] { box.recv(never, limit); }) : error_of([&] { box.probe(never, limit); });
            told += end == errc::peer_lost ? 1 : 0;
        });
    };
    CHECK_THROWS_WITH(on_every_transport(2, body), "on purpose");
    CHECK(told == threads);
}

TEST_CASE("polling threads and blocked threads work together", "[threads]") {
    constexpr int count = 30;
    on_every_transport(
        6,  // more links than are read without a system call that looks for readable ones
        [](group& world) {
            mailbox& box = world.box();
            const int next = (world.rank().value + 1) % world.size(), last = (world.rank().value + 5) % world.size();
            in_threads(2, [&](int t) {
                for (int i = 0; i < count; ++i) {
                    int value = -1;
                    auto receive = box.async_recv({world.task(rank{last}), tag{t}}, writable_bytes_of(value));
                    auto send = box.async_send({world.task(rank{next}), tag{t}}, bytes_of(i));
                    if (t == 0) {
                        const deadline until(limit);
                        while (!receive.test())
                            demand(!until.passed(), "it never came");
                    }
                    receive.wait(limit);
                    send.wait(limit);
                    demand(value == i, "order");
                }
            });
        });
}

TEST_CASE("groups of one mailbox run their collectives in different threads", "[threads]") {
    on_every_transport(3, [](group& world) {
        std::vector<group> groups;
        for (int t = 0; t < 3; ++t)
            groups.push_back(world.duplicate(limit));
        in_threads(3, [&](int t) {
            for (int i = 0; i < 50; ++i) {
                std::vector<int> values{i + world.rank().value, t};
                allreduce(groups[static_cast<std::size_t>(t)], std::span(values), std::plus<>{}, limit);
                demand(values == std::vector{3 * i + 3, 3 * t}, "sum");
                barrier(groups[static_cast<std::size_t>(t)], limit);
            }
        });
    });
}

}  // namespace mailbox_threads_test
