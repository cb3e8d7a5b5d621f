// Every algorithm of broadcast gives the root's items to all ranks.
#include <catch2/catch.hpp>

#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/operations.hpp"

using namespace banyan;
using namespace banyan::testing;

TEST_CASE("Every algorithm of broadcast gives the items of the root to all ranks") {
    const net::algorithm& how = every_algorithm(net::collective_kind::broadcast);
    if (how.name.starts_with("scatter-")) return;  // broadcast_long_test.cpp
    const int size = every_size();
    const int root = every_root(size);
    const std::size_t items = every_length(size);
    CAPTURE(how.name, size, root, items);
    const auto shape_of = [&](int rank) {
        return net::collective_shape{.rank = rank, .size = size, .root = root, .items = items};
    };
    if (how.fits && !how.fits(shape_of(0))) return;

    std::vector<rank_memory> ranks(static_cast<std::size_t>(size));
    for (int r = 0; r < size; ++r)
        ranks[static_cast<std::size_t>(r)].output = values_of_rank(r, items);
    const net::algorithm_cost seen = run_in_memory(how, shape_of, ranks);

    const std::vector<std::int64_t> expected = values_of_rank(root, items);
    for (int r = 0; r < size; ++r) {
        CAPTURE(r);
        CHECK(ranks[static_cast<std::size_t>(r)].output == expected);
    }
    CHECK(how.cost(shape_of(0)) == seen);
}
