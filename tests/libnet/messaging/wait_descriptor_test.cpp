// Waits in poll() for requests and messages, together with a pipe of the program.
#include "banyan/net/wait_descriptor.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <thread>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace wait_descriptor_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

bool is_readable(int descriptor, int wait_ms) {
    pollfd one{descriptor, POLLIN, 0};
    return ::poll(&one, 1, wait_ms) == 1;
}

// True as soon as the descriptor is readable.
bool becomes_readable(const wait_descriptor& events) {
    return is_readable(events.descriptor(), static_cast<int>(std::chrono::milliseconds(limit).count()));
}
bool is_readable_now(const wait_descriptor& events) {
    return is_readable(events.descriptor(), 0);
}

struct own_pipe {
    std::array<int, 2> ends{};
    own_pipe() { demand(::pipe(ends.data()) == 0, "a pipe"); }
    ~own_pipe() {
        for (const int end : ends)
            ::close(end);
    }
    void write_byte() const { demand(::write(ends[1], "x", 1) == 1, "write"); }
    void read_byte() const {
        char byte = 0;
        demand(::read(ends[0], &byte, 1) == 1, "read");
    }
};

}  // namespace

TEST_CASE("wait_descriptor: a loop over requests and a pipe of the program misses nothing", "[wait_descriptor]") {
    constexpr int messages = 300, bytes = 100;
    const std::size_t size = GENERATE(4u, 200'000u);  // eager and rendezvous
    on_every_transport(3, [&](group& world) {
        if (world.rank() != rank{0}) {
            for (int i = 0; i < messages; ++i)
                world.send(rank{0}, tag{1}, pattern(size, static_cast<unsigned>(i)), limit);
            return;
        }
        const own_pipe own;
        std::thread writer([&] {
            for (int i = 0; i < bytes; ++i)
                own.write_byte();
        });
        wait_descriptor events(world.box());
        std::array<std::vector<std::byte>, 2> buffers{std::vector<std::byte>(size), std::vector<std::byte>(size)};
        std::array<group_request, 2> requests;
        std::array<int, 2> seen{};
        for (std::size_t i = 0; i < 2; ++i)
            requests[i] = world.async_recv(rank{static_cast<int>(i) + 1}, tag{1}, buffers[i]);
        int read = 0;
        bool right = true;
        while (right && (seen[0] < messages || seen[1] < messages || read < bytes)) {
            events.watch(requests);
            std::array<pollfd, 2> both{{{events.descriptor(), POLLIN, 0}, {own.ends[0], POLLIN, 0}}};
            right = ::poll(both.data(), 2, 30'000) > 0;
            events.release();
            if (both[1].revents != 0) own.read_byte(), ++read;
            while (seen[0] + seen[1] < 2 * messages) {
                const auto done = test_any(requests);
                if (!done) break;
                const std::size_t i = *done;
                right = right && requests[i].wait().source == rank{static_cast<int>(i) + 1} &&
                        buffers[i] == pattern(size, static_cast<unsigned>(seen[i]));
                requests[i].reset();
                if (++seen[i] < messages)
                    requests[i] = world.async_recv(rank{static_cast<int>(i) + 1}, tag{1}, buffers[i]);
            }
        }
        writer.join();
        demand(right, "a message or byte is missing or wrong");
    });
}

TEST_CASE("wait_descriptor: readable for what is done already, and not after release", "[wait_descriptor]") {
    std::atomic<bool> looked{false};
    on_every_transport(2, [&](group& world) {
        if (world.rank() == rank{1}) {
            wait_for(looked, true);
            return world.send(rank{0}, tag{1}, 7, limit);
        }
        int got = 0;
        std::array<group_request, 3> requests;  // two of them stay empty
        wait_descriptor events(world.box());    // destroyed before the requests; the last watch is not released
        events.watch(requests);
        events.release();
        requests[1] = world.async_recv(any_source, tag{1}, got);
        events.watch(requests);
        demand(!is_readable_now(events), "nothing has been sent");
        demand(error_of([&] { events.watch(requests); }) == errc::invalid_argument, "watch twice");
        looked = true;
        demand(becomes_readable(events), "the message");
        events.release();
        demand(!is_readable_now(events) && requests[1].test() && got == 7, "released");
        for (int i = 0; i < 3; ++i) {  // the request is still done
            events.watch(requests);
            demand(becomes_readable(events), "done already");
            events.release();
            events.release();
            demand(!is_readable_now(events), "released again");
        }
        events.watch(requests);  // released by the destructor
    });
}

TEST_CASE("wait_descriptor: a message that waits, and one that can come no more", "[wait_descriptor]") {
    std::atomic<bool> looked{false};
    on_every_transport(2, [&](group& world) {
        if (world.rank() == rank{1}) {
            wait_for(looked, true);
            return world.send(rank{0}, tag{1}, 7, limit);
        }
        wait_descriptor events(world.box());
        const selector any{any_source, tag{1}, world.user_context()};
        events.watch({}, any);
        demand(!is_readable_now(events), "nothing has been sent");
        looked = true;
        demand(becomes_readable(events), "the message");
        events.release();
        demand(world.recv<int>(any_source, tag{1}) == 7, "it waits");
        events.watch({}, any);
        demand(becomes_readable(events), "the sender has ended");
        events.release();
        demand(error_of([&] { (void)world.try_probe(any_source, tag{1}); }) == errc::peer_lost, "the error");
    });
}

TEST_CASE("wait_descriptor: a lost peer ends a watched receive", "[wait_descriptor]") {
    std::atomic<bool> watching{false};
    on_every_transport(2, [&](group& world) {
        if (world.rank() == rank{1}) return wait_for(watching, true);
        wait_descriptor events(world.box());
        int got = 0;
        std::array<group_request, 1> requests{world.async_recv(rank{1}, tag{1}, got)};
        events.watch(requests);
        watching = true;
        demand(becomes_readable(events), "the loss");
        events.release();
        demand(error_of([&] { requests[0].wait(); }) == errc::peer_lost, "the error");
    });
}

TEST_CASE("wait_descriptor: two ranks that only poll complete long sends to each other", "[wait_descriptor]") {
    on_every_transport(2, [](group& world) {
        const rank other{1 - world.rank().value};
        const auto out = pattern(3'000'000, static_cast<unsigned>(world.rank().value));
        std::vector<std::byte> in(out.size());
        std::array<request, 2> requests{world.async_send(other, tag{1}, out), world.async_recv(other, tag{1}, in)};
        wait_descriptor events(world.box());
        while (!test_all(requests)) {
            for (request& r : requests)
                if (r.valid() && r.test()) r.reset();
            events.watch(requests);
            demand(requests[0].valid() || requests[1].valid() ? becomes_readable(events) : true, "progress");
            events.release();
        }
        demand(in == pattern(out.size(), static_cast<unsigned>(other.value)), "content");
    });
}

TEST_CASE("wait_descriptor: other threads may block in the mailbox meanwhile", "[wait_descriptor]") {
    constexpr int count = 500;
    on_every_transport(2, [](group& world) {
        if (world.rank() == rank{1}) {
            for (int i = 0; i < count; ++i)
                for (const int t : {1, 2})
                    world.send(rank{0}, tag{t}, i, limit);
            return;
        }
        std::atomic<int> received{0};
        std::thread other([&] {
            for (int i = 0; i < count; ++i)
                if (error_of([&] { received += world.recv<int>(rank{1}, tag{2}, limit) == i ? 1 : 0; }) != errc{})
                    return;
        });
        wait_descriptor events(world.box());
        bool right = true;
        for (int i = 0; right && i < count; ++i) {
            int got = -1;
            std::array<group_request, 1> requests{world.async_recv(rank{1}, tag{1}, got)};
            events.watch(requests);
            right = becomes_readable(events);
            events.release();
            right = right && requests[0].test() && got == i;
        }
        other.join();
        demand(right && received == count, "both get all");
    });
}

TEST_CASE("wait_descriptor refuses requests of another mailbox", "[wait_descriptor]") {
    std::array<mailbox*, 2> boxes{};
    std::atomic<int> there{0}, over{0};
    run_threads(2, [&](group& world) {
        boxes[static_cast<std::size_t>(world.rank().value)] = &world.box();
        ++there;
        wait_for(there, 2);
        if (world.rank() == rank{0}) {
            wait_descriptor events(world.box());
            std::array<request, 1> requests{boxes[1]->async_recv({any_source, tag{1}}, std::span<std::byte>{})};
            demand(error_of([&] { events.watch(requests); }) == errc::invalid_argument, "another mailbox");
            demand(error_of([&] {
                       events.watch({}, selector{task_id::make(4000, 9), tag{1}});
                   }) == errc::unknown_task,
                   "an unknown task");
            events.watch({});
        }
        ++over;
        wait_for(over, 2);
    });
}

}  // namespace wait_descriptor_test
