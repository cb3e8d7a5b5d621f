// send_recv: exchanges of any length that would deadlock as a send followed by a receive. On each transport.
#include <numeric>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace send_recv_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

std::vector<std::size_t> lengths() {
    return {0, 1, 1000, 100'000, 2'000'000};
}

}  // namespace

TEST_CASE("send_recv: around a ring, every length", "[group]") {
    mailbox_options no_copies;
    no_copies.send_buffer_bytes = 0;
    const int size = GENERATE(1, 2, 5);
    on_every_transport(
        size,
        [](group& world) {
            const int me = world.rank().value, p = world.size();
            const rank right{(me + 1) % p}, left{(me + p - 1) % p};
            for (const std::size_t length : lengths()) {
                const std::vector<int> mine(length, me);
                std::vector<int> theirs(length, -1);
                const auto info = world.send_recv(right, tag{1}, mine, left, tag{1}, theirs, limit);
                demand(info.source == left && theirs == std::vector<int>(length, left.value), "content");
                world.send_recv_replace(right, tag{2}, theirs, any_source, tag{2}, limit);
                demand(theirs == std::vector<int>(length, (me + 2 * p - 2) % p), "replaced");
            }
        },
        no_copies);
}

TEST_CASE("send_recv: single values, other ranks and other lengths each way", "[group]") {
    on_every_transport(3, [](group& world) {
        const int me = world.rank().value;
        const rank right{(me + 1) % 3}, left{(me + 2) % 3};
        double got = -1;
        world.send_recv(right, tag{me}, me * 1.5, left, any_tag, got, limit);
        demand(got == left.value * 1.5, "a value");
        // Rank r sends r items to the right, and has room for the items from the left.
        std::vector<int> room(static_cast<std::size_t>(left.value));
        world.send_recv(right, tag{9}, std::vector<int>(static_cast<std::size_t>(me), me), left, tag{9}, room, limit);
        demand(room == std::vector<int>(room.size(), left.value), "lengths differ");
        int token = me;
        world.send_recv_replace(left, tag{10}, token, right, tag{10}, limit);
        demand(token == right.value, "a value replaced");
    });
}

TEST_CASE("send_recv: a wrong length, a lost peer and a deadline are named errors", "[group]") {
    on_every_transport(3, [](group& world) {
        const int me = world.rank().value;
        if (me == 2) return;
        const rank other{1 - me};
        std::vector<int> longer(3), shorter(1);
        auto& buffer = me == 0 ? shorter : longer;
        const errc wrong = error_of([&] {
            world.send_recv(other, tag{1}, std::vector<int>{1, 2}, other, tag{1}, buffer, limit);
        });
        demand(wrong == (me == 0 ? errc::truncated : errc::invalid_argument), "wrong length");
        int value = 0;
        const errc late = error_of(
            [&] { world.send_recv(world.rank(), tag{2}, 1, other, tag{3}, value, std::chrono::milliseconds(30)); });
        demand(late == errc::timeout && world.recv<int>(world.rank(), tag{2}, limit) == 1, "nothing comes");
        const errc lost = error_of([&] { world.send_recv(world.rank(), tag{4}, 1, rank{2}, tag{4}, value, limit); });
        demand(lost == errc::peer_lost, "the source has ended");
        demand(error_of([&] { world.send_recv(rank{3}, tag{5}, 1, other, tag{5}, value, limit); }) ==
                   errc::invalid_argument,
               "no such rank");
        world.send_recv(other, tag{6}, 1, other, tag{6}, value, limit);  // no rank finishes before both are here
    });
}

}  // namespace send_recv_test
