// Broadcast of long vectors: as a scatter and an allgather, and in two levels on many hosts.
#include <catch2/catch.hpp>

#include "libnet/schedules/hypercube_tree.hpp"
#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/exchange_shapes.hpp"
#include "tests/libnet/schedules/operations.hpp"

namespace broadcast_long_test {

using namespace banyan;
using namespace banyan::testing;

namespace {

// Carries out a broadcast, checks the output of all ranks, and returns what was seen.
net::algorithm_cost check_broadcast(const net::algorithm& how, const net::collective_shape& shape) {
    std::vector<rank_memory> ranks(static_cast<std::size_t>(shape.size));
    for (int r = 0; r < shape.size; ++r)
        ranks[static_cast<std::size_t>(r)].output = values_of_rank(r, shape.items);
    const auto shape_of = [&](int rank) {
        net::collective_shape mine = shape;
        mine.rank = rank;
        return mine;
    };
    const net::algorithm_cost seen = run_in_memory(how, shape_of, ranks);
    const std::vector<std::int64_t> expected = values_of_rank(shape.root, shape.items);
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        CAPTURE(r);
        CHECK(ranks[r].output == expected);
        CHECK(how.cost(shape_of(static_cast<int>(r))) == how.cost(shape));
    }
    return seen;
}

const net::algorithm& broadcast(std::string_view name) {
    return *net::find_algorithm(net::collective_kind::broadcast, name);
}

}  // namespace

TEST_CASE("A broadcast by scatter and allgather gives the items of the root to all ranks") {
    const net::algorithm& how = broadcast(GENERATE("scatter-allgather", "scatter-banyan-exchange"));
    const int size = every_size();
    const int root = every_root(size);
    const std::size_t items = every_length(size);
    CAPTURE(how.name, size, root, items);
    const net::collective_shape shape{.size = size, .root = root, .items = items};
    check_near(how.cost(shape), check_broadcast(how, shape), 1.5, 1);
}

TEST_CASE("A broadcast by scatter and allgather, and one of two levels, with 100000 items") {
    const net::algorithm& how = broadcast(GENERATE("scatter-allgather", "scatter-banyan-exchange", "two-level"));
    const int size = every_long_size({1, 2, 7, 16});
    const std::vector<int> hosts = hosts_of(placement::every_third, size);
    CAPTURE(how.name, size);
    const net::collective_shape shape{.size = size, .root = size / 3, .items = 100'000, .host_of = hosts};
    check_near(how.cost(shape), check_broadcast(how, shape), 1.5, 1);
}

TEST_CASE("A broadcast by scatter and allgather sends about twice the vector one after another") {
    const net::algorithm& how = broadcast(GENERATE("scatter-allgather", "scatter-banyan-exchange"));
    const int size = GENERATE(2, 4, 8, 16, 64);
    const auto p = static_cast<std::uint64_t>(size);
    const std::uint64_t m = 12 * p;
    const net::collective_shape shape{.size = size, .root = size / 3, .items = m};
    CAPTURE(how.name, size);
    const net::algorithm_cost seen = check_broadcast(how, shape);
    CHECK(seen.path_items == 2 * m * (p - 1) / p);
    CHECK(how.cost(shape) == seen);
    const int dimension = net::cube_dimension(size);
    CHECK(seen.rounds == dimension + (how.name == "scatter-allgather" ? size - 1 : dimension));
    CHECK(seen.items < (p - 1) * m * 2);
}

TEST_CASE("Every rank gets each block once from a scatter and an allgather") {
    const net::algorithm& how = broadcast("scatter-allgather");
    const int size = every_size();
    std::uint64_t subtrees = 0;  // what ranks other than the root pass on in the scatter
    for (int node = 1; node < size; ++node)
        subtrees += static_cast<std::uint64_t>(net::hypercube_place(node, size).extent);
    const auto p = static_cast<std::uint64_t>(size);
    const net::algorithm_cost cost = how.cost({.size = size, .items = p});
    CHECK(cost.items == p * (p - 1));
    CHECK(cost.messages == (p - 1) + p * (p - 1) - subtrees);
}

TEST_CASE("A broadcast of two levels is right for all placements, roots and segments") {
    const net::algorithm& how = broadcast("two-level");
    const int size = every_size();
    const std::vector<int> hosts = hosts_of(every_placement(), size);
    const int root = size / 3;
    const std::size_t segment = GENERATE(0, 1, 4, 5, 20);
    CAPTURE(size, hosts, segment);
    const net::collective_shape shape{.size = size, .root = root, .items = 20, .segment = segment, .host_of = hosts};
    const net::algorithm_cost seen = check_broadcast(how, shape);
    if (segment == 0 || segment == 20)
        CHECK(how.cost(shape) == seen);
    else
        check_near(how.cost(shape), seen, 1.5, segment);
}

TEST_CASE("A broadcast of two levels comes once to each host") {
    const std::vector<int> hosts = hosts_of(placement::every_third, 14);
    const int root = GENERATE(range(0, 14));
    int between_hosts = 0;
    for (int rank = 0; rank < 14; ++rank) {
        const net::collective_shape shape{.rank = rank, .size = 14, .root = root, .items = 9, .host_of = hosts};
        for (const net::step& now : broadcast("two-level").make(shape).steps)
            between_hosts += now.what == net::step::kind::send &&
                             hosts[static_cast<std::size_t>(rank)] != hosts[static_cast<std::size_t>(now.peer)];
    }
    CHECK(between_hosts == 2);
}

}  // namespace broadcast_long_test
