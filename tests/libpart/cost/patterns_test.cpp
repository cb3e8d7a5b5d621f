#include "banyan/part/patterns.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <set>

#include "banyan/part/error.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace patterns_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

partition as_owners(const partition& p) {
    return partition::from_owners(p.domain(), p.processors(), p.owners());
}

int first_kept(const partition& p) {
    int processor = 0;
    while (p.cells(processor) == 0)
        ++processor;
    return processor;
}

}  // namespace

TEST_CASE("rectangles and owner lists give the same patterns, and processors without cells take no part") {
    testing::source random(81);
    for (int i = 0; i < 200; ++i) {
        const partition p = testing::random_rectangles(random, testing::random_grid(random, 20), 9);
        const int root = first_kept(p);
        const auto kept = p.processors() - std::ssize(p.dropped());
        const communication out = broadcast_communication(p, root);
        const communication in = reduction_communication(p, root);
        const communication all = random_communication(p);
        CHECK(out == broadcast_communication(as_owners(p), root));
        CHECK(in == reduction_communication(as_owners(p), root));
        CHECK(all == random_communication(as_owners(p)));
        CHECK(out.messages(root) == kept - 1);
        CHECK(in.items_in(root, 0) == kept - 1);
        CHECK(in.max_messages() == (kept > 1 ? 1 : 0));
        CHECK(all.messages() == kept * (kept - 1));
        for (const transfer& t : out.transfers())
            CHECK(in.items(t.to, t.from, 0) == 1);
    }
}

TEST_CASE("the expected items of the random pattern are the mean of drawn destinations") {
    testing::source random(82);
    const partition p = partition::from_rectangles({10, 12}, 3, {{0, 0, 0, 10, 6}, {1, 0, 6, 5, 6}, {2, 5, 6, 5, 6}});
    double drawn = 0;
    constexpr int rounds = 2000;
    for (int i = 0; i < rounds; ++i)
        for (int cell = 0; cell < 60; ++cell)  // the cells of processor 0
            drawn += p.owner(random.integer(0, 9), random.integer(0, 11)) == 1;
    CHECK(expected_random_items(p, 0, 1) == Approx(15));
    CHECK(drawn / rounds == Approx(15).margin(0.4));  // sigma = sqrt(60 * 3/16 / 2000) = 0.075
    double sum = 0;
    for (int to = 0; to < 3; ++to)
        sum += expected_random_items(p, 2, to);
    CHECK(sum == Approx(30));
}

TEST_CASE("a multicast goes once to each other processor named") {
    testing::source random(83);
    for (int i = 0; i < 200; ++i) {
        const partition p = testing::random_ranges(random, testing::random_grid(random, 12), 9);
        const auto any = [&] {
            return cell_position{random.integer(0, p.domain().rows() - 1), random.integer(0, p.domain().cols() - 1)};
        };
        const cell_position source = any();
        std::vector<cell_position> recipients;
        std::set<int> owners;
        for (std::int64_t k = random.integer(0, 12); k > 0; --k) {
            recipients.push_back(any());
            owners.insert(p.owner(recipients.back().row, recipients.back().col));
        }
        const int from = p.owner(source.row, source.col);
        owners.erase(from);
        const communication sent = multicast_communication(p, source, recipients);
        CHECK(sent == multicast_communication(as_owners(p), source, recipients));
        CHECK(sent.messages() == std::ssize(owners));
        for (int to : owners)
            CHECK(sent.items(from, to, 0) == 1);
    }
}

TEST_CASE("a program that alternates between patterns is charged each as often as it occurs") {
    const partition p = partition::from_rectangles({40, 40}, 2, {{0, 0, 0, 40, 25}, {1, 0, 25, 40, 15}});
    const communication five = exact_communication(p, stencil::named("5"));
    const communication stop = reduction_communication(p, 0);
    const network net{1e-3, 1e-6};
    const phase both[] = {{five, 1}, {stop, 0.1}};
    CHECK(communication_cost_s(both, net, 8) ==
          Approx(communication_cost_s(five, net, 8) + communication_cost_s(stop, net, 8) / 10));
    CHECK(communication_cost_s(std::span<const phase>{}, net, 8) == 0);
    const phase wrong[] = {{five, -1}};
    CHECK_THROWS_WITH(communication_cost_s(wrong, net, 8), Catch::Contains("-1 times"));
    const phase endless[] = {{five, std::numeric_limits<double>::infinity()}};
    CHECK_THROWS_AS(communication_cost_s(endless, net, 8), error);
}

TEST_CASE("roots without cells and cells outside the grid are refused") {
    const partition p = partition::from_rectangles({2, 2}, 2, {{1, 0, 0, 2, 2}});
    CHECK_THROWS_WITH(broadcast_communication(p, 0), Catch::Contains("processor 0"));
    CHECK_THROWS_AS(reduction_communication(p, 2), error);
    CHECK_THROWS_AS(reduction_communication(p, -1), error);
    const cell_position outside[] = {{0, 2}};
    CHECK_THROWS_AS(multicast_communication(p, {0, 0}, outside), error);
    CHECK(broadcast_communication(p, 1).messages() == 0);
}

TEST_CASE("patterns are found by their names, with any processor that has cells as root") {
    const partition parts = partition::from_rectangles(grid(4, 4), 3, {{1, 0, 0, 4, 2}, {2, 0, 2, 4, 2}});
    CHECK(communication_named("broadcast", parts).transfers().size() == 1);
    CHECK(communication_named("broadcast", parts).transfers().front().from == 1);
    CHECK(communication_named("reduction", parts).transfers().front().to == 1);
    CHECK(communication_named("random", parts).messages() == 2);
    CHECK(communication_named("5", parts).messages() == exact_communication(parts, stencil::named("5")).messages());
    for (const auto name : whole_pattern_names())
        CHECK_NOTHROW(communication_named(name, parts));
    CHECK_THROWS_AS(communication_named("spiral", parts), error);
}

}  // namespace patterns_test
