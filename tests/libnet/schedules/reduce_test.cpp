// Every algorithm of reduce against brute force, with an operation that does not commute.
#include <catch2/catch.hpp>

#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/operations.hpp"

using namespace banyan;
using namespace banyan::testing;

TEST_CASE("Every algorithm of reduce gives the root the operation over all ranks, in order") {
    const net::algorithm& how = every_algorithm(net::collective_kind::reduce);
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
        ranks[static_cast<std::size_t>(r)] = {values_of_rank(r, items),
                                              std::vector<std::int64_t>(r == root ? items : 0)};
    const net::algorithm_cost seen = run_in_memory(how, shape_of, ranks, ordered_operation);

    CHECK(ranks[static_cast<std::size_t>(root)].output == combined_in_order(0, size, items));
    CHECK(how.cost(shape_of(0)) == seen);
}
