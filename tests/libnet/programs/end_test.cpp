// Ranks that end at different times: messages that a rank has sent arrive, and its end does not disturb others.
#include <array>
#include <functional>

#include "banyan/net/collectives.hpp"
#include "tests/libnet/programs/program_testing.hpp"

namespace end_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr std::array<std::size_t, 4> lengths{0, 8, 100'000, 3'000'000};

// One rank computes before the gather; the others return from it as soon as they can, and end.
void gather_with_late(group& world, int late) {
    const int self = world.rank().value;
    std::vector<int> mine(100, self), all(100 * static_cast<std::size_t>(world.size()), -1);
    if (self == late % world.size()) {
        at(world, "computes");
        compute(300ms);
    }
    at(world, "gather");
    gather(world, mine, all);
    for (std::size_t i = 0; self == 0 && i < all.size(); ++i)
        demand(all[i] == static_cast<int>(i / 100), "gathered item " + std::to_string(i));
}

// All ranks but 0 send and end at once; rank 0 computes and receives from any source.
void send_and_return(group& world) {
    if (world.rank() != rank{0}) {
        for (const std::size_t length : lengths)
            world.send(rank{0}, tag{static_cast<int>(length)}, pattern(length, seed_of(world.rank().value, 1)));
        return;
    }
    at(world, "computes");
    compute(200ms);
    std::vector<std::size_t> count(static_cast<std::size_t>(world.size()));
    for (std::size_t i = 0; i < lengths.size() * (count.size() - 1); ++i) {
        at(world, "receives message", static_cast<long>(i));
        const message got = world.box().recv({any_source, any_tag, world.user_context()});
        const int from = world.rank_of(got.info.source).value;
        const std::size_t expected = lengths.at(count[static_cast<std::size_t>(from)]++);
        demand(got.payload == pattern(expected, seed_of(from, 1)), "order or content from " + std::to_string(from));
    }
}

// The last rank ends at once; the others continue for a while, in a group without it.
void others_go_on(group& world) {
    const bool ends = world.rank().value == world.size() - 1 && world.size() > 2;
    const group rest = world.split(ends ? 1 : 0, 0);
    if (ends) return;
    for (int round = 0; round < 100; ++round) {
        at(world, "round", round);
        const auto data = pattern(1'000, seed_of(rest.rank().value, round));
        request sent = rest.async_send<std::byte>(neighbour(rest, 1), tag{round}, data);
        const rank last = neighbour(rest, -1);
        expect_message(rest, last, round, data.size(), seed_of(last.value, round));
        sent.wait();
        demand(allreduce_value(rest, 1, std::plus<>()) == rest.size(), "allreduce");
    }
}

// Rank after rank ends, each after a last round with the rest.
void end_one_by_one(group& world) {
    group rest = world;
    for (int alive = world.size(); alive > 1; --alive) {
        at(world, "split of", alive);
        group next = rest.split(rest.rank().value == alive - 1 ? 1 : 0, 0);
        if (rest.rank().value == alive - 1) return;
        rest = next;
        std::vector<int> mine(10'000, 1), sums(mine.size());
        at(world, "reduce of", alive - 1);
        reduce(rest, mine, sums, std::plus<>());
        demand(rest.rank() != rank{0} || sums.back() == rest.size(), "reduce");
    }
}

// Messages of a partner that has ended, received in the opposite order; then there is nothing more to receive.
void receive_after_end(group& world, milestone& ended) {
    const auto other = partner(world);
    if (!other) return;
    if (world.rank().value % 2 == 1) {
        for (int i = 0; i < 20; ++i)
            world.send(*other, tag{i}, pattern(static_cast<std::size_t>(i) * 3'000, seed_of(0, i)));
        ended.add_one();
        return;
    }
    at(world, "waits for its partner's last send");
    ended.wait_for(world.size() / 2);
    at(world, "computes");
    compute(100ms);
    for (int i = 19; i >= 0; --i) {
        at(world, "receives tag", i);
        expect_message(world, *other, i, static_cast<std::size_t>(i) * 3'000, seed_of(0, i));
    }
    at(world, "expects an error");
    const errc code = error_of([&] { (void)world.box().recv({world.task(*other), any_tag, world.user_context()}); });
    demand(code == errc::peer_lost, "a receive from a rank that has ended ends in peer_lost");
}

// Each rank sends a last message to all others, by blocking sends, receives from all, some late, and ends.
void last_words_to_all(group& world) {
    const int self = world.rank().value, size = world.size();
    for (int distance = 1; distance < size; ++distance)
        for (int k = 0; k < 3; ++k)
            world.send(neighbour(world, distance), tag{k},
                       pattern(lengths[static_cast<std::size_t>(k)], seed_of(self, k)));
    if (self % 3 == 0) {
        at(world, "computes");
        compute(200ms);
    }
    for (int distance = 1; distance < size; ++distance)
        for (int k = 2; k >= 0; --k) {
            const rank from = neighbour(world, distance);
            at(world, "receives from", from.value);
            expect_message(world, from, k, lengths[static_cast<std::size_t>(k)], seed_of(from.value, k));
        }
}

// Rank 0 sends to all and ends; no other rank sends, and all receive after they have computed.
void one_tells_all(group& world) {
    if (world.rank() == rank{0}) {
        for (int to = 1; to < world.size(); ++to)
            world.send(rank{to}, tag{1}, pattern(200'000, seed_of(to, 1)));
        return;
    }
    compute(20ms * world.rank().value);
    at(world, "receives");
    expect_message(world, rank{0}, 1, 200'000, seed_of(world.rank().value, 1));
}

// Rank 0 sends to rank 1 and ends; rank 1 asks for another tag first, then for the tag that was sent. The others end.
void ask_for_another_tag(group& world, std::size_t length, int messages) {
    const int self = world.rank().value;
    for (int i = 0; self == 0 && i < messages; ++i)
        world.send(rank{1}, tag{1}, pattern(length, seed_of(0, 1, i)));
    if (self != 1) return;
    at(world, "asks for a message that does not come");
    std::string told = "nothing";
    try {
        (void)world.recv(rank{0}, tag{2});
    } catch (const error& gone) {
        told = gone.what();
    }
    const std::string note = messages == 1 ? "; 1 message with tag 1 is waiting, but the receive asks for tag 2"
                                           : "; " + std::to_string(messages) +
                                                 " messages with tag 1 are waiting, but the receive asks for tag 2";
    demand(told.starts_with("rank 0 (task ") && told.ends_with("has ended" + note), told);
    for (int i = 0; i < messages; ++i)
        expect_message(world, rank{0}, 1, length, seed_of(0, 1, i));
}

}  // namespace

TEST_CASE("Ranks return from a gather and end while another one computes", "[end]") {
    for (const int late : {0, 1, 3})
        check_runs({.body = [=](group& world) { gather_with_late(world, late); }, .at_once = 6});
}

TEST_CASE("A rank sends and returns at once", "[end]") {
    check_runs({.body = send_and_return});
}

TEST_CASE("A rank ends while the others continue", "[end]") {
    check_runs({.body = others_go_on});
}

TEST_CASE("Ranks end one by one", "[end]") {
    check_runs({.body = end_one_by_one});
}

TEST_CASE("Receives are posted after the sender's end, in the opposite order", "[end]") {
    milestone ended;
    check_runs({.body = [&](group& world) { receive_after_end(world, ended); }});
}

TEST_CASE("Last messages from all to all", "[end]") {
    check_runs({.body = last_words_to_all});
}

TEST_CASE("Last messages of one rank to all, received at different times", "[end]") {
    check_runs({.body = one_tells_all});
}

TEST_CASE("A rank ends and its messages do not match the receive", "[end]") {
    for (const std::size_t length : {8u, 100'000u, 3'000'000u})
        for (const int messages : {1, 10})
            check_runs({.body = [=](group& world) { ask_for_another_tag(world, length, messages); }, .at_once = 6});
}

}  // namespace end_test
