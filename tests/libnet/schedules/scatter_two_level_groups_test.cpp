// The scatter in groups with every number of groups. scatter_test.cpp tests it with the default number.
#include <catch2/catch.hpp>

#include "libnet/schedules/lin_model.hpp"
#include "tests/libnet/schedules/blocks.hpp"
#include "tests/libnet/schedules/every_algorithm.hpp"

namespace scatter_two_level_groups_test {

using namespace banyan;
using namespace banyan::testing;

namespace {

const net::algorithm& two_level_groups() {
    return *net::find_algorithm(net::collective_kind::scatter, "two-level-groups");
}

// The time of the model for what a schedule sends one after another. Nothing is copied.
double time_of(const net::lin_parameters& model, const net::algorithm_cost& cost) {
    return cost.rounds * model.start_s + static_cast<double>(cost.path_items) * model.byte_s;
}

}  // namespace

TEST_CASE("A scatter in any number of groups gives each rank its block") {
    const int size = GENERATE(2, 3, 7, 16, 20);
    const int groups = GENERATE(1, 2, 3, 5, 15, 16, 100);
    const int root = every_root(size);
    const std::vector<std::size_t> counts = every_counts(size);
    CAPTURE(size, groups, root, counts);
    const auto shape_of = [&](int rank) {
        return net::collective_shape{.rank = rank, .size = size, .root = root, .counts = counts, .groups = groups};
    };
    std::vector<rank_memory> ranks(static_cast<std::size_t>(size));
    for (std::size_t r = 0; r < ranks.size(); ++r)
        ranks[r].output.resize(counts[r]);
    ranks[static_cast<std::size_t>(root)].input = all_blocks(counts);
    const net::algorithm_cost seen = run_in_memory(two_level_groups(), shape_of, ranks);
    for (std::size_t r = 0; r < ranks.size(); ++r)
        CHECK(ranks[r].output == values_of_rank(static_cast<int>(r), counts[r]));
    CHECK(two_level_groups().cost(shape_of(0)) == seen);
}

TEST_CASE("The optimal number of groups of the model is near the best number for the schedule") {
    const net::lin_parameters model{40, 0.028, 0};
    const int size = 65;
    const std::size_t block = GENERATE(1, 100, 1000, 10000, 100000);
    const auto time_with = [&](int groups) {
        return time_of(model, two_level_groups().cost({.size = size, .items = block, .groups = groups}));
    };
    double best = time_with(1);
    for (int groups = 2; groups < size; ++groups)
        best = std::min(best, time_with(groups));
    const int chosen = net::optimal_groups(model, size - 1, static_cast<double>(block));
    CAPTURE(block, chosen);
    CHECK(time_with(chosen) <= best * 1.1);
    CHECK(time_with(chosen) ==
          Approx(net::two_level_time(model, size - 1, static_cast<double>(block), chosen)).epsilon(0.15));
}

}  // namespace scatter_two_level_groups_test
