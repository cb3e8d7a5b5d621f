// Starting prepared sends and receives allocates no memory for the operation itself.
#include <algorithm>

#include "banyan/net/persistent_messages.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"
#include "tests/libnet/messaging/thread_memory.hpp"

namespace persistent_memory_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr int warm_up = 200, rounds = 1000;
constexpr std::size_t most = rounds / 16;  // the queues of the protocol allocate one block for many messages

}  // namespace

TEST_CASE("starts of prepared messages allocate less than the queues' blocks", "[memory]") {
    const std::size_t length = GENERATE(1u, 1000u, 100'000u);
    run_threads(2, [&](group& world) {
        const rank other{1 - world.rank().value};
        std::vector<std::byte> out(length), in(length);
        std::vector<persistent_group_request> both;
        both.push_back(persistent_recv(world, other, tag{1}, in));
        both.push_back(persistent_send(world, other, tag{1}, out));
        std::size_t prepared = 0, fresh = 0;
        for (int i = -warm_up; i < rounds; ++i) {
            const std::size_t now = allocations_of([&] { start_all(both); });
            if (i >= 0) prepared += now;
            wait_all(both, limit);
        }
        for (int i = 0; i < rounds; ++i) {
            request receive, send;
            fresh += allocations_of([&] {
                receive = world.async_recv(other, tag{1}, in);
                send = world.async_send(other, tag{1}, out);
            });
            receive.wait(limit);
            send.wait(limit);
        }
        demand(fresh >= 2 * rounds, "each new request is an allocation");
        demand(prepared <= most, (std::to_string(prepared) + " allocations of the starts").c_str());
    });
}

}  // namespace persistent_memory_test
