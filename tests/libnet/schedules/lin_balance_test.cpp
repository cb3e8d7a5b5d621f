// The balanced alltoall of Lin: its decision rule against brute force, the division of blocks, and the pattern of
// figure 4.9, where long messages delay each other.
#include "libnet/schedules/lin_balance.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/libnet/schedules/count_matrix.hpp"
#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/lin_patterns.hpp"

namespace lin_balance_test {

using namespace banyan;
using namespace banyan::testing;
using namespace banyan::net;

namespace {

const algorithm& varying(std::string_view name) {
    return *find_algorithm(collective_kind::alltoall_varying, name);
}

}  // namespace

TEST_CASE("The measures of balance are those of their definitions") {
    const int size = GENERATE(range(2, 12));
    const auto p = static_cast<std::size_t>(size);
    const auto seed = static_cast<unsigned>(GENERATE(range(0, 10)));
    std::vector<std::size_t> counts = random_lengths(p * p, 20, seed);
    for (std::size_t i = 0; i < p * p; ++i)
        counts[i] += i % p;  // so that the shortest blocks are not all 0
    const block_lengths blocks(size, counts);
    CAPTURE(size, counts);
    const balance_measures found = measure_balance(blocks);

    std::vector<std::size_t> sums(p, 0), shortest(p), longest(p);
    for (std::size_t j = 0; j < p; ++j) {
        std::vector<std::size_t> column;
        for (std::size_t i = 0; i < p; ++i)
            if (i != j) column.push_back(counts[i * p + j]);
        shortest[j] = *std::ranges::min_element(column);
        longest[j] = *std::ranges::max_element(column);
        for (std::size_t i = 0; i < p; ++i)
            if (i != j) sums[i] += counts[i * p + j] - shortest[j];
    }
    const std::size_t most = *std::ranges::max_element(longest);
    std::size_t least = most;
    for (std::size_t j = 0; j < p; ++j)
        if (longest[j] == most) least = std::min(least, shortest[j]);
    CHECK(found ==
          balance_measures{size, most, least, *std::ranges::max_element(shortest), *std::ranges::max_element(sums)});
}

TEST_CASE("Balancing pays as the inequality of Lin says") {
    const lin_parameters model{GENERATE(0.0, 1.0, 40.0, 1000.0), 0.028, 0.01};
    const std::size_t most = GENERATE(1, 10, 100, 1000, 100000);
    const count_matrix counts = figure_4_9(20, 1, most);
    const balance_measures of = measure_balance({20, counts.rows()});
    const auto delta = static_cast<double>(of.most_above);
    const double gain = 20 * static_cast<double>(of.longest - of.shortest_of_that) * model.byte_s;
    const double overhead = 20 * model.start_s + delta * (model.byte_s + model.copy_byte_s);
    CAPTURE(model.start_s, most);
    CHECK(of.most_above == most - 1);
    CHECK(balancing_pays(model, of, 1) == (gain >= overhead));
    CHECK(plain_time(model, of, 1) - balanced_time(model, of, 1) == Approx(gain - overhead).margin(1e-9));
}

TEST_CASE("Balancing pays for long blocks and not for equal ones") {
    const lin_parameters sp2{40, 0.028, 0.01};
    CHECK(balancing_pays(sp2, measure_balance({20, figure_4_9(20, 8, 100000).rows()}), 1));
    CHECK_FALSE(balancing_pays(sp2, measure_balance({20, figure_4_9(20, 8, 100).rows()}), 1));
    CHECK_FALSE(balancing_pays(sp2, measure_balance({20, figure_4_9(20, 100000, 100000).rows()}), 8));
}

TEST_CASE("The parts of a block through all ranks are the block above the shortest, evenly") {
    const int size = GENERATE(range(2, 10));
    const count_matrix counts = figure_4_9(size, 3, GENERATE(3, 4, 10, 100));
    const block_lengths blocks(size, counts.rows());
    for (int from = 0; from < size; ++from)
        for (int to = 0; to < size; ++to) {
            if (from == to) continue;
            std::vector<int> used(counts.at(from, to), 0);
            std::size_t shortest_part = used.size(), longest_part = 0;
            for (int through = 0; through < size; ++through) {
                const block_part part = part_through(blocks, 3, from, to, through);
                for (std::size_t i = part.first; i < part.first + part.count; ++i)
                    ++used.at(i);
                shortest_part = std::min(shortest_part, part.count);
                longest_part = std::max(longest_part, part.count);
            }
            CHECK(std::count(used.begin(), used.begin() + 3, 0) == 3);
            CHECK(std::count(used.begin() + 3, used.end(), 1) == static_cast<std::ptrdiff_t>(used.size()) - 3);
            CHECK(longest_part - shortest_part <= 1);
        }
}

TEST_CASE("Long messages delay each other in the pattern of figure 4.9, and balancing prevents it") {
    const std::size_t m = 1, most = 10000;
    const count_matrix counts = figure_4_9(20, m, most);
    const algorithm_cost pairwise = check_alltoall_varying(varying("pairwise"), counts);
    const algorithm_cost balanced = check_alltoall_varying(varying("balanced"), counts);
    // "At least p T0 + 10 M Td" for receivers that serve senders in the order of arrival; those of this test may serve
    // another sender first.
    CHECK(varying("pairwise").cost(counts.shape_of(0)).path_items == 10 * most + 9 * m);
    CHECK(pairwise.path_items >= 5 * most);
    // Each rank sends or receives M + 19 m at most in a phase. Without a barrier a rank that gets little in the first
    // phase begins the second one earlier, which delays others.
    CHECK(varying("balanced").cost(counts.shape_of(0)).path_items <= 2 * (most + 19 * m) + 40);
    CHECK(balanced.path_items <= 5 * most / 2);
    CHECK(balanced.messages <= 2 * 20 * 19);
}

TEST_CASE("No message of the balanced alltoall is much longer than another of its phase") {
    const std::size_t most = 10000;
    const count_matrix counts = figure_4_9(20, 100, most);
    for (int rank = 0; rank < 20; ++rank)
        for (const step& now : varying("balanced").make(counts.shape_of(rank)).steps)
            if (now.what == step::kind::send) CHECK(now.from.count <= 100 + (most - 100) / 20 + 1);
}

TEST_CASE("The balanced alltoall needs the lengths of all blocks") {
    const count_matrix counts = figure_4_9(4, 1, 10);
    collective_shape shape = counts.shape_of(0);
    CHECK(varying("balanced").fits(shape));
    shape.matrix = {};
    CHECK_FALSE(varying("balanced").fits(shape));
}

TEST_CASE("Balancing could pay for some blocks between two lengths if it pays for blocks that have them") {
    const lin_parameters model{GENERATE(0.0, 1.0, 40.0, 1000.0), 0.028, GENERATE(0.0, 0.01, 0.1)};
    const int size = GENERATE(1, 2, 3, 4, 8, 20);
    const auto p = static_cast<std::size_t>(size);
    const auto seed = static_cast<unsigned>(GENERATE(range(0, 5)));
    const std::size_t longest = GENERATE(1, 100, 10000, 1000000);
    const std::vector<std::size_t> counts = random_lengths(p * p, longest, seed);
    block_extremes extremes{.shortest = longest};
    for (std::size_t i = 0; i < p * p; ++i)
        if (i / p != i % p) extremes = {std::min(extremes.shortest, counts[i]), std::max(extremes.longest, counts[i])};
    const balance_measures of = measure_balance({size, counts});
    CAPTURE(size, longest, model.start_s, of.longest, of.most_above);
    const double rounds = std::ceil(std::log2(size)), cells = static_cast<double>(p * p - p);
    const double exchange = rounds * model.start_s + 8 * cells * model.byte_s;
    const double saved = plain_time(model, of, 1) - balanced_time(model, of, 1);
    if (size > 2 && saved > exchange * (1 + 1e-12)) CHECK(balancing_could_pay(model, size, extremes, 1));
}

TEST_CASE("Balancing cannot pay for equal blocks, short blocks and two ranks") {
    const lin_parameters sp2{40, 0.028, 0.01};
    CHECK(balancing_could_pay(sp2, 20, {8, 100000}, 1));
    CHECK_FALSE(balancing_could_pay(sp2, 20, {100000, 100000}, 1));
    CHECK_FALSE(balancing_could_pay(sp2, 20, {8, 100}, 1));
    CHECK_FALSE(balancing_could_pay(sp2, 2, {8, 100000}, 1));
    CHECK_FALSE(balancing_could_pay(sp2, 1, {~std::size_t{0}, 0}, 1));
}

}  // namespace lin_balance_test
