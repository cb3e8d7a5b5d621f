// Sends and receives that are withdrawn, dropped, moved, or end in a timeout: other operations continue.

#include "banyan/net/collectives.hpp"
#include "tests/libnet/programs/program_testing.hpp"

namespace withdraw_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr std::size_t medium = 100'000;

enum class withdrawal { cancel, drop };

// Withdraws those of `requests` that are not done; returns how many will still be delivered.
int withdraw(std::vector<request>& requests, withdrawal how) {
    int delivered = 0;
    for (auto& r : requests)
        if (how == withdrawal::cancel && !r.cancel()) ++delivered;
    requests.clear();
    return delivered;
}

// Even ranks send more than there is credit for, withdraw it, and make no further call: a message started before the
// withdrawal arrives. It waits behind the others where these hold the queue.
void withdraw_the_first(group& world, withdrawal how, int count, std::vector<milestone>& arrived) {
    const auto other = partner(world);
    if (!other) return;
    auto& seen = arrived.at(static_cast<std::size_t>(world.rank().value / 2));
    if (world.rank().value % 2 == 0) {
        const auto data = pattern(medium, 7), word = pattern(10, 8);
        (void)world.recv(*other, tag{0});
        std::vector<request> requests;
        for (int i = 0; i < count; ++i)
            requests.push_back(world.async_send<std::byte>(*other, tag{1}, data));
        request behind = world.async_send<std::byte>(*other, tag{2}, word);
        (void)withdraw(requests, how);
        at(world, "makes no call until tag 2 has arrived");
        seen.wait_for(1);
        behind.wait();
        world.send(*other, tag{3}, word);
    } else {
        world.send(*other, tag{0}, pattern(1, 1));
        at(world, "receives tag 2");
        expect_message(world, *other, 2, 10, 8);
        seen.reach(1);
        at(world, "receives what was not withdrawn");
        for (;;) {
            const message got = world.box().recv({world.task(*other), any_tag, world.user_context()});
            if (got.info.tag == tag{3}) break;
            demand(got.info.tag == tag{1} && got.payload == pattern(medium, 7), "content");
        }
    }
}

void check_withdrawal(withdrawal how, int count) {
    std::vector<milestone> arrived(10);  // of the pairs
    mailbox_options options;
    check_runs({.body = [&](group& world) { withdraw_the_first(world, how, count, arrived); }, .options = options});
}

// Requests in vectors: moved when the vector grows, erased in the middle when they are done, dropped at the end.
void keep_in_vectors(group& world) {
    const rank next = neighbour(world, 1), last = neighbour(world, -1);
    constexpr int count = 60;
    std::vector<std::vector<std::byte>> in, out;
    for (int i = 0; i < count; ++i) {
        const auto size = static_cast<std::size_t>(i % 4 == 0 ? 150'000 : i);
        out.push_back(pattern(size, seed_of(world.rank().value, i)));
        in.emplace_back(size);
    }
    std::vector<request> receives, sends;
    for (int i = count - 1; i >= 0; --i)
        receives.push_back(world.async_recv<std::byte>(last, tag{i}, in[static_cast<std::size_t>(i)]));
    for (int i = 0; i < count; ++i)
        sends.push_back(world.async_send<std::byte>(next, tag{i}, out[static_cast<std::size_t>(i)]));
    while (!receives.empty()) {
        at(world, "waits; still to come:", static_cast<long>(receives.size()));
        const auto done = static_cast<std::ptrdiff_t>(wait_any(receives));
        if (done % 2 == 0) (void)receives[static_cast<std::size_t>(done)].wait();  // every other one is dropped instead
        receives.erase(receives.begin() + done);
    }
    at(world, "waits for its sends");
    wait_all(sends);
    for (int i = 0; i < count; ++i)
        demand(
            in[static_cast<std::size_t>(i)] == pattern(in[static_cast<std::size_t>(i)].size(), seed_of(last.value, i)),
            "content of tag " + std::to_string(i));
}

// Sends that time out because the receiver does not receive: their copies fit into the send buffer.
void time_out(group& world, int count, milestone& done) {
    constexpr std::size_t length = std::size_t{4} << 20;
    const auto other = partner(world);
    if (!other) return;
    const auto wait_for_all = [&] {
        done.add_one();
        done.wait_for(world.size() / 2 * 2);
    };
    barrier(world);
    if (world.rank().value % 2 == 0) {
        const auto data = pattern(length, 7);
        int timeouts = 0;
        for (int i = 0; i < count; ++i) {
            at(world, "sends message", i);
            if (error_of([&] { world.send(*other, tag{1}, data, 5ms); }) == errc::timeout) ++timeouts;
        }
        demand(timeouts > count / 2, "most sends time out");
        wait_for_all();
        at(world, "last send");
        world.send(*other, tag{2}, pattern(10, 8));
    } else {
        at(world, "makes no call");
        wait_for_all();
        at(world, "receives tag 2");
        expect_message(world, *other, 2, 10, 8);
        at(world, "receives what has timed out");
        const selector late{world.task(*other), tag{1}, world.user_context()};
        const errc last = error_of([&] {
            while (world.box().try_probe(late))
                expect_message(world, *other, 1, length, 7);
        });
        demand(last == errc{} || last == errc::peer_lost,
               "a sender that has ended: " + make_error_code(last).message());
    }
}

void check_timeouts(int count) {
    milestone done;
    mailbox_options options;
    options.send_buffer_bytes = std::size_t{16} << 20;
    options.unexpected_cap_bytes = std::size_t{16} << 20;
    constexpr std::size_t most = std::size_t{160}
                                 << 20;  // two payloads, 16 MiB on each side, and what the library needs
    check_runs({.body =
                    [&](group& world) {
                        time_out(world, count, done);
                        const std::size_t peak = peak_memory_bytes();
                        demand(peak < most, "peak memory of " + std::to_string(peak >> 20) + " MiB");
                    },
                .sizes = {2},
                .options = options});
}

void receive_again(group& world) {
    const auto other = partner(world);
    if (!other) return;
    if (world.rank().value % 2 == 0) {
        std::vector<std::byte> in(3'000'000);
        const selector from{world.task(*other), tag{1}, world.user_context()};
        demand(error_of([&] { (void)world.box().recv(from, in, 20ms); }) == errc::timeout, "a timeout");
        request posted = world.async_recv<std::byte>(*other, tag{1}, in);
        demand(error_of([&] { posted.wait(20ms); }) == errc::timeout, "a timeout of wait()");
        world.send(*other, tag{0}, {});
        at(world, "waits for a request that has timed out");
        posted.wait();
        demand(in == pattern(in.size(), 1), "content");
        for (int i = 0; i < 5; ++i) {
            at(world, "receives with short deadlines, message", i);
            while (error_of([&] { (void)world.box().recv(from, in, 1ms); }) == errc::timeout) {
            }
            demand(in == pattern(in.size(), static_cast<unsigned>(i + 2)), "content after timeouts");
        }
    } else {
        (void)world.recv(*other, tag{0});
        for (unsigned i = 0; i < 6; ++i) {
            at(world, "sends message", i);
            world.send(*other, tag{1}, pattern(3'000'000, i + 1));
        }
    }
}

}  // namespace

TEST_CASE("Cancelled sends at the head of a queue let the next one leave without a call", "[withdraw]") {
    check_withdrawal(withdrawal::cancel, 100);
}

TEST_CASE("Dropped sends at the head of a queue let the next one leave without a call", "[withdraw]") {
    check_withdrawal(withdrawal::drop, 100);
}

TEST_CASE("Thousands of cancelled sends let the next one leave without a call", "[withdraw]") {
    check_withdrawal(withdrawal::cancel, full_form() ? 20'000 : 3'000);
}

TEST_CASE("Requests are moved in vectors and dropped when they are done", "[withdraw]") {
    check_runs({.body = keep_in_vectors});
}

TEST_CASE("Sends that time out keep no more than the send buffer", "[withdraw]") {
    check_timeouts(full_form() ? 400 : 100);
}

TEST_CASE("A receive that has timed out and the next one", "[withdraw]") {
    check_runs({.body = receive_again});
}

}  // namespace withdraw_test
