// Collectives of one variable instead of a range.
#include <algorithm>
#include <functional>

#include "banyan/net/collectives.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace single_item_test {

using namespace banyan::net;
using namespace banyan::testing;

TEST_CASE("collectives: one variable instead of a range") {
    on_every_transport(3, [](group& world) {
        const int me = world.rank().value;
        double shared = me == 1 ? 2.5 : 0;
        broadcast(world, shared, rank{1}, limit);
        demand(shared == 2.5, "broadcast");
        int sum = -1;
        reduce(world, me, sum, std::plus<>{}, rank{2}, limit);
        demand(sum == (me == 2 ? 3 : -1), "reduce");
        int most = me;
        allreduce(
            world, most, [](int a, int b) { return std::max(a, b); }, limit);
        demand(most == 2, "allreduce");
        std::vector<int> all(me == 0 ? 3 : 0);
        gather(world, me * 10, all, rank{0}, limit);
        demand(me != 0 || all == std::vector{0, 10, 20}, "gather");
        int part = -1;
        scatter(world, all, part, rank{0}, limit);
        demand(part == me * 10, "scatter");
        const auto varying = gather_varying(world, me, rank{0}, limit);
        demand(me != 0 || varying.items == std::vector{0, 1, 2}, "gather_varying");
    });
}

}  // namespace single_item_test
