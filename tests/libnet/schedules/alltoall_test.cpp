// Every algorithm of alltoall with equal blocks against brute force, on one host and on many.
#include <catch2/catch.hpp>

#include "libnet/schedules/hypercube_tree.hpp"
#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/exchange_shapes.hpp"

namespace alltoall_test {

using namespace banyan;
using namespace banyan::testing;

namespace {

// Carries out an alltoall, checks the output of all ranks, and returns what was seen.
net::algorithm_cost check_alltoall(const net::algorithm& how, const net::collective_shape& shape) {
    std::vector<rank_memory> ranks(static_cast<std::size_t>(shape.size));
    std::vector<std::vector<std::int64_t>> expected(ranks.size());
    for (int from = 0; from < shape.size; ++from)
        for (int to = 0; to < shape.size; ++to) {
            append(ranks[static_cast<std::size_t>(from)].input, block_of(from, to, shape.items));
            append(expected[static_cast<std::size_t>(to)], block_of(from, to, shape.items));
        }
    for (rank_memory& memory : ranks)
        memory.output.resize(memory.input.size(), -1);
    const auto shape_of = [&](int rank) {
        net::collective_shape mine = shape;
        mine.rank = rank;
        return mine;
    };
    const net::algorithm_cost seen = run_in_memory(how, shape_of, ranks);
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        CAPTURE(r);
        CHECK(ranks[r].output == expected[r]);
        CHECK(how.cost(shape_of(static_cast<int>(r))) == how.cost(shape_of(0)));
    }
    return seen;
}

}  // namespace

TEST_CASE("Every algorithm of alltoall gives each rank its blocks from all ranks") {
    const net::algorithm& how = every_algorithm(net::collective_kind::alltoall);
    const int size = every_size();
    const std::size_t items = GENERATE(0, 1, 2, 7);
    CAPTURE(how.name, size, items);
    const net::collective_shape shape{.size = size, .items = items};
    CHECK(check_alltoall(how, shape) == how.cost(shape));
}

TEST_CASE("Alltoall of two levels is right for all placements on hosts") {
    const net::algorithm& how = *net::find_algorithm(net::collective_kind::alltoall, "two-level");
    const int size = every_size();
    const std::vector<int> hosts = hosts_of(every_placement(), size);
    CAPTURE(size, hosts);
    const net::collective_shape shape{.size = size, .items = 2, .host_of = hosts};
    const net::algorithm_cost seen = check_alltoall(how, shape);
    check_near(how.cost(shape), seen, 1.5, 2);
}

TEST_CASE("Alltoall costs are the published formulas") {
    const int size = GENERATE(2, 3, 8, 13, 64);
    const auto p = static_cast<std::uint64_t>(size);
    const std::uint64_t m = 10;
    const auto cost_of = [&](std::string_view name) {
        return net::find_algorithm(net::collective_kind::alltoall, name)->cost({.size = size, .items = m});
    };
    CAPTURE(size);
    for (const char* name : {"pairwise", "linear"})
        CHECK(cost_of(name) == net::algorithm_cost{size - 1, p * (p - 1), p * (p - 1) * m, (p - 1) * m, 0});
    const int dimension = net::cube_dimension(size);
    CHECK(cost_of("bruck").rounds == dimension);
    CHECK(cost_of("bruck").messages == p * static_cast<std::uint64_t>(dimension));
    if (size == 1 << dimension) CHECK(cost_of("bruck").path_items == p / 2 * m * static_cast<std::uint64_t>(dimension));
}

TEST_CASE("Alltoall of two levels sends one message in each direction between two hosts") {
    const std::vector<int> hosts = hosts_of(placement::every_third, 12);
    const net::algorithm& how = *net::find_algorithm(net::collective_kind::alltoall, "two-level");
    std::uint64_t between_hosts = 0;
    for (int rank = 0; rank < 12; ++rank)
        for (const net::step& now : how.make({.rank = rank, .size = 12, .items = 1, .host_of = hosts}).steps)
            between_hosts += now.what == net::step::kind::send &&
                             hosts[static_cast<std::size_t>(rank)] != hosts[static_cast<std::size_t>(now.peer)];
    CHECK(between_hosts == 6);
}

}  // namespace alltoall_test
