// One rank has no memory for the partial results of a collective: all ranks learn it.
#include "banyan/net/collectives.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"
#include "tests/libnet/messaging/thread_memory.hpp"

namespace collective_memory_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr int size = 3;
constexpr std::size_t items = std::size_t{1} << 20;  // their messages use the rendezvous, so they are not stored
constexpr memory_limit half_of_them{.longest_bytes = items * sizeof(int) / 2};

struct call_with_scratch {
    const char* name;
    rank needs_scratch;  // for the items of at least one rank
    void (*run)(const group& g, const std::vector<int>& mine, std::vector<int>& result);
};

constexpr call_with_scratch calls[] = {
    {"reduce", rank{0},
     [](const group& g, const auto& mine, auto& result) {
         reduce(g, mine, result, std::plus<>(), rank{0}, with_algorithm("linear", limit));
     }},
    {"the second part of gather_varying", rank{1},
     [](const group& g, const auto& mine, auto&) {
         (void)gather_varying(g, mine, rank{0}, with_algorithm("chain", limit));
     }},
};

// True if the call ends because this rank has no memory.
bool has_no_memory_for(const call_with_scratch& call, const group& g, const std::vector<int>& mine,
                       std::vector<int>& result) {
    bool ended = false;
    with_memory(half_of_them, [&] {
        try {
            call.run(g, mine, result);
        } catch (const std::bad_alloc&) {
            ended = true;
        }
    });
    return ended;
}

}  // namespace

TEST_CASE("no memory for partial results on one rank fails a collective on all ranks", "[memory]") {
    on_every_transport(size, [](group& world) {
        const std::vector<int> mine(items, 1);
        std::vector<int> result(items);
        for (const call_with_scratch& call : calls) {
            const group each = world.duplicate(limit);
            if (world.rank() == call.needs_scratch) {
                demand(has_no_memory_for(call, each, mine, result), call.name);
                demand(error_of([&] { barrier(each, limit); }) == errc::collective_failed, "the group has failed");
            } else {
                const errc seen = error_of([&] {
                    call.run(each, mine, result);
                    barrier(each, limit);
                });
                demand(seen == errc::collective_failed, call.name);
            }
            barrier(world, limit);
        }
    });
}

}  // namespace collective_memory_test
