// More messages under way than a receiver gives credit for: unreceived messages do not block others.
#include <functional>

#include "banyan/net/collectives.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libnet/programs/program_testing.hpp"

namespace credit_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

// Credit windows as small as those of a program of 200 ranks: 168 kB.
mailbox_options small_windows(int size) {
    mailbox_options options;
    options.unexpected_cap_bytes = static_cast<std::size_t>(2 * (size - 1)) * (std::size_t{168} << 10);
    return options;
}

// Runs the program with messages of 100 kB and the default windows, and with short messages and small windows.
void check_both_windows(const std::function<void(group&, std::size_t length)>& body) {
    check_runs({.body = [&](group& world) { body(world, 100'000); }});
    for (const int size : {2, 17})
        check_runs(
            {.body = [&](group& world) { body(world, 8'000); }, .sizes = {size}, .options = small_windows(size)});
}

std::vector<request> send_many(const group& world, rank to, int tag_value, int count, std::span<const std::byte> data) {
    std::vector<request> requests;
    for (int i = 0; i < count; ++i)
        requests.push_back(world.async_send(to, tag{tag_value}, data));
    return requests;
}

void receive_many(const group& world, rank from, int tag_value, int count, std::size_t size, unsigned seed) {
    for (int i = 0; i < count; ++i) {
        at(world, "receives message", i);
        expect_message(world, from, tag_value, size, seed);
    }
}

// Sends of `count` messages to the next rank, a barrier, the receives.
void barrier_before_receives(group& world, std::size_t length, int count) {
    const auto data = pattern(length, 7);
    auto requests = send_many(world, neighbour(world, 1), 1, count, data);
    at(world, "barrier");
    barrier(world);
    receive_many(world, neighbour(world, -1), 1, count, length, 7);
    at(world, "waits for its sends");
    wait_all(requests);
}

void second_tag_first(group& world, std::size_t length, int count) {
    const auto data = pattern(length, 7);
    const rank next = neighbour(world, 1), last = neighbour(world, -1);
    auto requests = send_many(world, next, 1, count, data);
    const auto word = pattern(10, 8);
    requests.push_back(world.async_send<std::byte>(next, tag{2}, word));
    at(world, "receives tag 2");
    expect_message(world, last, 2, 10, 8);
    receive_many(world, last, 1, count, length, 7);
    at(world, "waits for its sends");
    wait_all(requests);
}

// As above, by sends that block: they are copied as long as the send buffer has room.
void second_tag_first_blocking(group& world, std::size_t length, int count) {
    const auto data = pattern(length, 7);
    const rank next = neighbour(world, 1), last = neighbour(world, -1);
    for (int i = 0; i < count; ++i) {
        at(world, "sends message", i);
        world.send(next, tag{1}, data);
    }
    at(world, "sends tag 2");
    world.send(next, tag{2}, pattern(10, 8));
    at(world, "receives tag 2");
    expect_message(world, last, 2, 10, 8);
    receive_many(world, last, 1, count, length, 7);
}

// Every rank sends to every other one, waits for all at a barrier, and receives.
void everybody_to_everybody(group& world, int count, std::size_t size, int reach) {
    const auto data = pattern(size, 7);
    std::vector<request> requests;
    for (int distance = 1; distance <= reach; ++distance)
        for (auto& r : send_many(world, neighbour(world, distance), 1, count, data))
            requests.push_back(std::move(r));
    at(world, "barrier");
    barrier(world);
    for (int distance = 1; distance <= reach; ++distance)
        receive_many(world, neighbour(world, -distance), 1, count, size, 7);
    at(world, "waits for its sends");
    wait_all(requests);
}

void many_tiny(group& world, int count) {
    const rank next = neighbour(world, 1), last = neighbour(world, -1);
    std::vector<int> numbers(static_cast<std::size_t>(count));
    std::vector<request> requests;
    for (int i = 0; i < count; ++i) {
        numbers[static_cast<std::size_t>(i)] = i;
        requests.push_back(
            world.async_send(next, tag{1}, std::span<const int>(numbers).subspan(static_cast<std::size_t>(i), 1)));
    }
    requests.push_back(world.async_send(next, tag{2}, std::span<const int>(numbers).first(1)));
    int got = -1;
    at(world, "receives tag 2");
    world.recv(last, tag{2}, std::span(&got, 1));
    for (int i = 0; i < count; ++i) {
        at(world, "receives number", i);
        world.recv(last, tag{1}, std::span(&got, 1));
        demand(got == i, "order: " + std::to_string(got) + " instead of " + std::to_string(i));
    }
    at(world, "waits for its sends");
    wait_all(requests);
}

// Sends of several lengths, the longest `longest`, to all ranks are started, then all are received in the opposite
// order.
void opposite_order(group& world, std::size_t longest) {
    std::vector<std::size_t> sizes{0, 1};
    for (std::size_t part = 1; part <= 60; ++part)
        sizes.push_back(longest * part / 60);
    const int self = world.rank().value;
    std::vector<std::vector<std::byte>> data;
    std::vector<request> requests;
    for (std::size_t k = 0; k < sizes.size(); ++k)
        data.push_back(pattern(sizes[k], seed_of(self, static_cast<int>(k))));
    for (int other = 0; other < world.size(); ++other)
        for (std::size_t k = 0; k < sizes.size(); ++k)
            requests.push_back(world.async_send<std::byte>(rank{other}, tag{static_cast<int>(k)}, data[k]));
    for (int other = world.size() - 1; other >= 0; --other)
        for (std::size_t k = sizes.size(); k-- > 0;) {
            at(world, "receives from", other);
            expect_message(world, rank{other}, static_cast<int>(k), sizes[k], seed_of(other, static_cast<int>(k)));
        }
    at(world, "waits for its sends");
    wait_all(requests);
}

void collectives_in_between(group& world, std::size_t length) {
    const auto data = pattern(length, 7);
    auto requests = send_many(world, neighbour(world, 1), 1, 50, data);
    const int self = world.rank().value, size = world.size();
    for (int step = 0; step < 5; ++step) {
        const rank root{step % size};
        std::vector<int> items(50'000, self == root.value ? step : -1);
        at(world, "broadcast in step", step);
        broadcast(world, items, root);
        demand(items.front() == step && items.back() == step, "broadcast");
        at(world, "allreduce in step", step);
        demand(allreduce_value(world, self, std::plus<>()) == size * (size - 1) / 2, "allreduce");
        std::vector<int> mine(10'000, self), all(mine.size() * static_cast<std::size_t>(size));
        at(world, "gather in step", step);
        gather(world, mine, all, root);
        demand(self != root.value || all.back() == size - 1, "gather");
    }
    receive_many(world, neighbour(world, -1), 1, 50, length, 7);
    at(world, "waits for its sends");
    wait_all(requests);
}

// One group's messages stay unreceived while another group exchanges messages.
void two_groups(group& world, std::size_t length) {
    const group other = world.duplicate();
    const rank next = neighbour(world, 1), last = neighbour(world, -1);
    const auto data = pattern(length, 7), ping = pattern(20'000, 9);
    std::vector<request> requests;
    for (int round = 0; round < 25; ++round) {
        for (auto& r : send_many(world, next, 1, 4, data))
            requests.push_back(std::move(r));
        at(other, "other group in round", round);
        request sent = other.async_send<std::byte>(next, tag{1}, ping);
        expect_message(other, last, 1, ping.size(), 9);
        sent.wait();
        barrier(other);
    }
    receive_many(world, last, 1, 100, length, 7);
    at(world, "waits for its sends");
    wait_all(requests);
}

// One thread of each even rank waits from the beginning for the last message, while another one sends more than credit
// allows, and then the message that its partner receives first.
void one_thread_waits(group& world, std::size_t length, int count) {
    const auto other = partner(world);
    if (!other) return;
    if (world.rank().value % 2 == 1) {
        at(world, "receives tag 2");
        expect_message(world, *other, 2, 10, 8);
        receive_many(world, *other, 1, count, length, 7);
        return world.send(*other, tag{9}, {});
    }
    in_threads(2, [&](int thread) {
        if (thread == 0) {
            (void)world.recv(*other, tag{9});
            return;
        }
        compute(20ms);
        for (int i = 0; i < count; ++i) {
            world.send(*other, tag{1}, pattern(length, 7));
            compute(1ms);  // each leaves whole, if there is credit for it
        }
        world.send(*other, tag{2}, pattern(10, 8));
    });
}

}  // namespace

TEST_CASE("50 async sends of 100 kB, a barrier, the receives", "[credit]") {
    check_both_windows([](group& world, std::size_t length) { barrier_before_receives(world, length, 50); });
}

TEST_CASE("Tag 2 is received before 50 messages of tag 1, async sends", "[credit]") {
    check_both_windows([](group& world, std::size_t length) { second_tag_first(world, length, 50); });
}

TEST_CASE("Tag 2 is received before 50 messages of tag 1, sends that block", "[credit]") {
    check_both_windows([](group& world, std::size_t length) { second_tag_first_blocking(world, length, 50); });
}

TEST_CASE("25 messages of 8 kB from every rank to every other, a barrier, the receives", "[credit]") {
    for (const int size : {2, 4, 17})
        check_runs({.body = [](group& world) { everybody_to_everybody(world, 25, 8'000, world.size() - 1); },
                    .sizes = {size},
                    .options = small_windows(size)});
    if (full_form())
        check_runs({.body = [](group& world) { everybody_to_everybody(world, 25, 8'000, 10); },
                    .sizes = {200},
                    .limit = 120s,
                    .at_once = 1});
}

TEST_CASE("20,000 tiny async sends, a later tag received first", "[credit]") {
    check_runs({.body = [](group& world) { many_tiny(world, samples(20'000)); }, .sizes = {2, 4}});
    check_runs(
        {.body = [](group& world) { many_tiny(world, samples(20'000)); }, .sizes = {2}, .options = small_windows(2)});
    check_runs({.body = [](group& world) { many_tiny(world, 4'000); }, .sizes = {17}, .options = small_windows(17)});
}

TEST_CASE("All to all, received in the opposite order", "[credit]") {
    check_both_windows(opposite_order);
}

TEST_CASE("Collectives while messages are unreceived", "[credit]") {
    check_both_windows(collectives_in_between);
}

TEST_CASE("Messages of one group while those of another are unreceived", "[credit]") {
    check_both_windows(two_groups);
}

TEST_CASE("One thread waits while another sends more than credit allows", "[credit]") {
    check_both_windows([](group& world, std::size_t length) { one_thread_waits(world, length, 100); });
}

}  // namespace credit_test
