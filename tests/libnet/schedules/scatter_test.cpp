// Every algorithm of scatter gives each rank its block of the root's items.
#include <catch2/catch.hpp>

#include "tests/libnet/schedules/blocks.hpp"
#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/exchange_shapes.hpp"
#include "tests/libnet/schedules/messages_between_hosts.hpp"

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

TEST_CASE("A scatter of two levels is right for all placements on hosts, and each other host receives one message") {
    const net::algorithm& how = *net::find_algorithm(net::collective_kind::scatter, "two-level");
    const int size = every_size();
    const std::vector<int> hosts = hosts_of(every_placement(), size);
    const std::vector<std::size_t> counts = every_counts(size);
    const int root = GENERATE_COPY(0, size / 3, size - 1);
    CAPTURE(size, hosts, counts, root);
    const auto shape_of = [&](int rank) {
        return net::collective_shape{.rank = rank, .size = size, .root = root, .counts = counts, .host_of = hosts};
    };
    std::vector<rank_memory> ranks(static_cast<std::size_t>(size));
    for (std::size_t r = 0; r < ranks.size(); ++r)
        ranks[r].output.resize(counts[r]);
    ranks[static_cast<std::size_t>(root)].input = all_blocks(counts);
    const net::algorithm_cost seen = run_in_memory(how, shape_of, ranks);
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        CAPTURE(r);
        CHECK(ranks[r].output == values_of_rank(static_cast<int>(r), counts[r]));
    }
    CHECK(how.cost(shape_of(0)) == seen);
    // The host of each message from another host.
    const std::vector<int> receiving = hosts_with_messages_between(how, shape_of, hosts, net::step::kind::receive);
    CHECK(std::ranges::adjacent_find(receiving) == receiving.end());
    CHECK(std::ranges::count(receiving, hosts[static_cast<std::size_t>(root)]) == 0);
}

}  // namespace scatter_test
