// Every algorithm of scatter gives each rank its block of the root's items.
#include <catch2/catch.hpp>

#include "tests/libnet/schedules/blocks.hpp"
#include "tests/libnet/schedules/every_algorithm.hpp"

namespace scatter_test {

using namespace banyan;
using namespace banyan::testing;

TEST_CASE("Every algorithm of scatter gives each rank its block") {
    const net::algorithm& how = every_algorithm(net::collective_kind::scatter);
    const int size = every_size();
    const int root = every_root(size);
    const std::vector<std::size_t> counts = every_counts(size);
    const bool as_items = std::ranges::count(counts, counts[0]) == size && GENERATE(false, true);
    CAPTURE(how.name, size, root, counts, as_items);
    const auto shape_of = [&](int rank) {
        if (as_items) return net::collective_shape{.rank = rank, .size = size, .root = root, .items = counts[0]};
        return net::collective_shape{.rank = rank, .size = size, .root = root, .counts = counts};
    };
    if (how.fits && !how.fits(shape_of(0))) return;

    std::vector<rank_memory> ranks(static_cast<std::size_t>(size));
    for (int r = 0; r < size; ++r)
        ranks[static_cast<std::size_t>(r)].output.resize(counts[static_cast<std::size_t>(r)]);
    ranks[static_cast<std::size_t>(root)].input = all_blocks(counts);
    const net::algorithm_cost seen = run_in_memory(how, shape_of, ranks);

    for (int r = 0; r < size; ++r) {
        CAPTURE(r);
        CHECK(ranks[static_cast<std::size_t>(r)].output == values_of_rank(r, counts[static_cast<std::size_t>(r)]));
    }
    CHECK(how.cost(shape_of(0)) == seen);
}

}  // namespace scatter_test
