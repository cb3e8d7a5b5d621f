// Orders of ranks in a Cartesian grid: a permutation, never worse than none, and compact blocks where they exist.
#include "banyan/net/cartesian_order.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include "banyan/net/neighbour_exchange.hpp"
#include "tests/common/findings.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace cartesian_order_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

using axes = std::vector<cartesian_axis>;

std::vector<int> hosts_at(const std::vector<int>& host_of, const std::vector<rank>& order) {
    std::vector<int> found;
    for (const rank r : order)
        found.push_back(host_of[static_cast<std::size_t>(r.value)]);
    return found;
}

// The fewest edges between hosts of all placements of the hosts.
int fewest_edges(const cartesian_shape& shape, std::vector<int> host_of) {
    std::ranges::sort(host_of);
    int fewest = edges_between_hosts(shape, host_of);
    while (std::ranges::next_permutation(host_of).found)
        fewest = std::min(fewest, edges_between_hosts(shape, host_of));
    return fewest;
}

// Hosts of equal size, taken in turns or one after another.
std::vector<int> equal_hosts(int ranks, int hosts, bool in_turns) {
    std::vector<int> host_of;
    for (int r = 0; r < ranks; ++r)
        host_of.push_back(in_turns ? r % hosts : r / (ranks / hosts));
    return host_of;
}

}  // namespace

TEST_CASE("cartesian order: edges between hosts are those of the neighbours", "[cartesian_order]") {
    std::mt19937 random(1);
    const cartesian_shape shape(GENERATE(axes{{4, false}, {3, true}}, axes{{2, true}, {5, false}}, axes{{7, true}},
                                         axes{{2, true}, {1, true}, {3, false}}));
    for (int turn = 0; turn < 20; ++turn) {
        std::vector<int> host_at(static_cast<std::size_t>(shape.size()));
        for (int& host : host_at)
            host = static_cast<int>(random() % 3);
        int twice = 0;  // each edge is seen from both ends
        for (int r = 0; r < shape.size(); ++r)
            for (const auto& other : shape.neighbours(rank{r}))
                if (other && host_at[static_cast<std::size_t>(other->value)] != host_at[static_cast<std::size_t>(r)])
                    ++twice;
        CHECK(2 * edges_between_hosts(shape, host_at) == twice);
    }
}

TEST_CASE("cartesian order: a permutation that is never worse than the given order", "[cartesian_order]") {
    std::mt19937 random(2);
    for (int turn = 0; turn < 300; ++turn) {
        axes made;
        for (unsigned i = 0; i <= random() % 3; ++i)
            made.push_back({1 + static_cast<int>(random() % 5), random() % 2 == 0});
        const cartesian_shape shape(made);
        std::vector<int> host_of(static_cast<std::size_t>(shape.size())), given(host_of.size());
        for (int& host : host_of)
            host = static_cast<int>(random() % 4);
        auto order = compact_order(shape, host_of);
        CHECK(edges_between_hosts(shape, hosts_at(host_of, order)) <= edges_between_hosts(shape, host_of));
        std::ranges::sort(order, {}, &rank::value);
        std::iota(given.begin(), given.end(), 0);
        CHECK(hosts_at(given, order) == given);  // every rank once
    }
}

TEST_CASE("cartesian order: hosts of equal size get blocks of the least surface", "[cartesian_order]") {
    const bool in_turns = GENERATE(true, false);
    struct grid {
        axes shape;
        int hosts, edges;
    };
    const std::vector<grid> grids{{{{4, false}, {4, false}}, 4, 8},   {{{8, false}, {8, false}}, 4, 16},
                                  {{{8, false}, {8, false}}, 16, 48}, {{{4, false}, {4, false}, {4, false}}, 8, 48},
                                  {{{6, false}, {4, false}}, 6, 14},  {{{16, true}}, 4, 4},
                                  {{{2, false}, {8, false}}, 4, 6}};
    for (const grid& each : grids) {
        const cartesian_shape shape(each.shape);
        const auto host_of = equal_hosts(shape.size(), each.hosts, in_turns);
        CHECK(edges_between_hosts(shape, hosts_at(host_of, compact_order(shape, host_of))) == each.edges);
    }
}

TEST_CASE("cartesian order: the best of all placements for small grids", "[cartesian_order]") {
    for (const axes& each : {axes{{2, false}, {4, false}}, axes{{3, false}, {3, false}}, axes{{2, false}, {2, false}},
                             axes{{4, true}, {2, false}}, axes{{2, false}, {2, false}, {2, false}}})
        for (const int hosts : {2, 4}) {
            const cartesian_shape shape(each);
            if (shape.size() % hosts != 0) continue;
            const auto host_of = equal_hosts(shape.size(), hosts, true);
            CHECK(edges_between_hosts(shape, hosts_at(host_of, compact_order(shape, host_of))) ==
                  fewest_edges(shape, host_of));
        }
}

TEST_CASE("cartesian order: hosts for another number of ranks are refused", "[cartesian_order]") {
    const cartesian_shape shape({{3, true}});
    CHECK(error_of([&] { (void)compact_order(shape, std::vector{0, 1}); }) == errc::invalid_argument);
    CHECK(error_of([&] { (void)edges_between_hosts(shape, std::vector{0, 1, 2, 3}); }) == errc::invalid_argument);
}

TEST_CASE("cartesian order: a reordered topology has its ranks permuted, and its neighbours exchange",
          "[cartesian_order]") {
    findings found;
    run_threads(8, [&](group& world) {
        std::vector<task_id> members;
        std::vector<std::string> hosts;
        std::vector<int> host_of;
        for (int r = 0; r < 8; ++r) {
            members.push_back(world.task(rank{r}));
            hosts.push_back(r % 2 == 0 ? "a" : "b");
            host_of.push_back(r % 2);
        }
        const group named(world.box(), members, context_id{70}, hosts);
        const cartesian_shape shape({{4, false}, {2, false}});
        const auto order = compact_order(shape, host_of);
        const auto grid = cartesian_topology::reordered(named, shape, limit);
        const group& now = grid.members();
        found.expect(now.size() == 8 && now.user_context() != named.user_context(), "a new group");
        for (int i = 0; i < 8; ++i) {
            found.expect(now.task(rank{i}) == named.task(order[static_cast<std::size_t>(i)]), "the order");
            found.expect(now.host(rank{i}) == (i < 4 ? now.host(rank{0}) : now.host(rank{7})), "half of the grid");
        }
        std::vector<int> out(4, now.rank().value), in(4, -1);
        neighbour_exchange(grid, out, in, limit);
        for (std::size_t i = 0; i < 4; ++i)
            found.expect(in[i] == (grid.sources()[i] ? grid.sources()[i]->value : -1), "a neighbour's rank");
        found.expect(error_of([&] {
                         (void)cartesian_topology::reordered(named, cartesian_shape({{7, true}}), limit);
                     }) == errc::invalid_argument,
                     "a shape of another size");
        barrier(world, limit);
    });
    CHECK(found.first() == "");
}

}  // namespace cartesian_order_test
