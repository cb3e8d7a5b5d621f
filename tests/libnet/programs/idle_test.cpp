// A program that polls rarely finds a message that has arrived at its first poll.

#include "banyan/net/collectives.hpp"
#include "tests/libnet/programs/program_testing.hpp"

namespace idle_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr std::size_t length = 20'000;  // a send of this length is done when the system has it

std::chrono::milliseconds slice() {
    return full_form() ? 500ms : 20ms;
}

// How rank 0 polls for the message.
enum class look { test, try_recv, try_probe };

bool finds(const group& world, look how, rank from, request& posted, std::span<std::byte> in) {
    const selector wanted{world.task(from), tag{1}, world.user_context()};
    if (how == look::test) return posted.test();
    if (how == look::try_probe) return world.box().try_probe(wanted).has_value();
    return world.box().try_recv(wanted, in).has_value();
}

// What the ranks of a run report to each other without messages.
struct turns {
    milestone called;  // whose turn it is to send
    milestone sent;    // whose message is with the system
};

// A first message each way between rank 0 and every other.
void connect_all(const group& world) {
    for (int other = 1; other < world.size(); ++other) {
        if (world.rank().value != 0 && world.rank().value != other) continue;
        const rank peer{world.rank().value == 0 ? other : 0};
        world.send(peer, tag{0}, {});
        (void)world.recv(peer, tag{0});
    }
    barrier(world);
}

void send_in_turn(const group& world, int number, turns& t) {
    at(world, "waits for turn", number);
    t.called.wait_for(number);
    const auto data = pattern(length, static_cast<unsigned>(number));
    request sending = world.async_send<std::byte>(rank{0}, tag{1}, data);
    at(world, "sends in turn", number);
    sending.wait();
    t.sent.reach(number);
}

void look_in_turn(const group& world, look how, rank from, int number, turns& t) {
    std::vector<std::byte> in(length);
    request posted;
    if (how == look::test) posted = world.async_recv<std::byte>(from, tag{1}, in);
    t.called.reach(number);
    at(world, "makes no call until the send is done, turn", number);
    t.sent.wait_for(number);
    compute(slice());
    int looks = 1;
    for (; !finds(world, how, from, posted, in); ++looks)
        compute(slice());
    demand(looks == 1, std::to_string(looks) + " looks for the message of rank " + std::to_string(from.value));
    if (how == look::try_probe) world.recv<std::byte>(from, tag{1}, in);
    demand(in == pattern(length, static_cast<unsigned>(number)), "content");
}

// Rank 0 calls the others one by one. The called rank sends and reports when its message is with the system. Rank 0
// computes one slice more and polls once.
void look_once_a_slice(group& world, look how, int rounds, turns& t) {
    const int self = world.rank().value;
    for (int round = 0; round < rounds; ++round)
        for (int from = 1; from < world.size(); ++from) {
            const int number = round * world.size() + from;
            if (self == from) send_in_turn(world, number, t);
            if (self == 0) look_in_turn(world, how, rank{from}, number, t);
        }
}

mailbox_options without_copies() {
    mailbox_options options;
    options.detach_after = 1h;  // a send is done when the system has it, not when it has been copied
    return options;
}

void check_look(look how, bool connected) {
    turns t;
    const auto body = [&](group& world) {
        if (connected) connect_all(world);
        look_once_a_slice(world, how, connected ? 3 : 1, t);
    };
    check_runs({.body = body, .sizes = {2, 9, 17}, .options = without_copies(), .at_once = 6});
}

// The others send to rank 0, which computes in slices and polls after each of them. The polls count from the time when
// all messages are with the system.
void few_looks(group& world, int most, milestone& sent) {
    if (world.rank() != rank{0}) {
        world.send(rank{0}, tag{1}, pattern(length, 1));
        sent.add_one();
        return;
    }
    std::vector<std::vector<std::byte>> in(static_cast<std::size_t>(world.size()), std::vector<std::byte>(length));
    std::vector<request> receives;
    for (int from = 1; from < world.size(); ++from)
        receives.push_back(world.async_recv<std::byte>(rank{from}, tag{1}, in[static_cast<std::size_t>(from)]));
    int looks = 0;
    while (!receives.empty()) {
        const bool all_sent = sent.has_reached(world.size() - 1);
        at(world, "computes; messages still to come:", static_cast<long>(receives.size()));
        compute(full_form() ? 500ms : 100ms);
        std::erase_if(receives, [](request& r) { return r.test(); });
        if (all_sent) ++looks;
    }
    demand(looks <= most, std::to_string(looks) + " looks");
}

}  // namespace

TEST_CASE("The first test() after a slice of computing finds a message that has arrived", "[idle]") {
    check_look(look::test, true);
}

TEST_CASE("The first try_recv() after a slice of computing finds a message that has arrived", "[idle]") {
    check_look(look::try_recv, true);
}

TEST_CASE("The first try_probe() after a slice of computing finds a message that has arrived", "[idle]") {
    check_look(look::try_probe, true);
}

TEST_CASE("A first message arrives while its receiver computes, and its first poll finds it", "[idle]") {
    check_look(look::test, false);
    check_look(look::try_recv, false);
}

TEST_CASE("First messages are found with few polls", "[idle]") {
    milestone sent;
    check_runs({.body = [&](group& world) { few_looks(world, 5, sent); },
                .sizes = {2, 4, 9, 17},
                .options = without_copies(),
                .at_once = 6});
}

}  // namespace idle_test
