// The examples of the nCUBE guide, against its statements and counts without the libraries.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "tools/banyan/ncube_report.hpp"

namespace banyan::tools::ncube_guide_test {

namespace {

/// The sum of the work of heights first .. last - 1.
double work_between(const std::vector<double>& work, std::int64_t first, std::int64_t last) {
    return std::accumulate(work.begin() + first, work.begin() + last, 0.0);
}

/// The most components of one node in a cluster, trying every place, if component i is on node (i / length) mod 4.
std::int64_t most_by_hand(std::int64_t range_length, std::int64_t cluster) {
    std::int64_t most = 0;
    for (std::int64_t first = 0; first + cluster <= 12'000; ++first) {
        std::array<std::int64_t, 4> on{};
        for (std::int64_t i = first; i < first + cluster; ++i)
            ++on[static_cast<std::size_t>(i / range_length % 4)];
        most = std::max(most, std::ranges::max(on));
    }
    return most;
}

const storm_way& way_of(const std::vector<storm_way>& ways, const char* name) {
    return *std::ranges::find(ways, name, &storm_way::name);
}

}  // namespace

TEST_CASE("strips have twice the boundary of nine blocks") {
    const auto rows = regular_boundaries();
    REQUIRE(rows.size() == 3);
    for (const regular_boundary& row : rows)
        CHECK(row.length == row.published);
}

TEST_CASE("the vector of 12,000 components is dispersed in ranges of 100") {
    const auto vector = maximum_dispersion_example();
    CHECK(vector.of_nodes == std::vector<std::int64_t>(4, 3000));
    CHECK(vector.longest_range == 100);
    CHECK(vector.ranges == 120);
    REQUIRE(vector.clusters.size() == 4);
    for (const auto& [length, dispersed, contiguous] : vector.clusters) {
        CHECK(dispersed == most_by_hand(100, length));
        CHECK(contiguous == most_by_hand(3000, length));
    }
}

TEST_CASE("partitions of the room have the neighbours of the guide") {
    const auto room = room_partitions();
    REQUIRE(room.size() == 4);
    const room_partition &regular = room[0], &slices = room[1], &bands = room[2], &triangulated = room[3];
    CHECK(slices.most_neighbours == 2);
    CHECK(bands.most_left_right == 1);
    CHECK(bands.most_neighbours >= slices.most_neighbours);
    for (const room_partition* each : {&slices, &bands, &triangulated})
        CHECK(each->work_ratio < regular.work_ratio);
    CHECK(bands.cut_length < slices.cut_length);
}

TEST_CASE("the procedure halves the work of each half, within the work of one height") {
    const auto ways = storm_ways();
    CHECK(storm_stages() == 3);
    const storm_way& procedure = way_of(ways, "interleaved");
    REQUIRE(procedure.cuts.size() == storm_steps + 1);
    for (int step = 1; step <= storm_steps; ++step) {
        const auto work = storm_work(step);
        const double one_height = std::ranges::max(work);
        std::vector<std::int64_t> lines = procedure.cuts[static_cast<std::size_t>(step)];
        REQUIRE(lines.size() == storm_nodes - 1);
        lines.insert(lines.begin(), 0);
        lines.push_back(storm_heights);
        for (std::size_t width = 8; width >= 2; width /= 2)  // all halvings of all groups
            for (std::size_t first = 0; first < 8; first += width) {
                const std::int64_t line = lines[first + width / 2];
                CHECK(std::abs(work_between(work, lines[first], line) -
                               work_between(work, line, lines[first + width])) <= one_height);
            }
    }
}

TEST_CASE("repartitioning removes the imbalance that the storm makes") {
    const auto ways = storm_ways();
    CHECK(way_of(ways, "unchanged").moved_share == 0);
    CHECK(way_of(ways, "unchanged").most_work_ratio > 1.5);
    for (const char* name : {"interleaved", "slices"})
        CHECK(way_of(ways, name).most_work_ratio < 1.05);
    CHECK(way_of(ways, "ripple").most_work_ratio < way_of(ways, "unchanged").most_work_ratio);
    const auto figure = storm_figure(ways);
    REQUIRE(figure.curves.size() == storm_nodes - 1);
    CHECK(figure.curves[0].points.size() == storm_steps + 1);
}

TEST_CASE("trees have the published fan-out, parents and neighbours") {
    const auto trees = guide_trees();
    REQUIRE(trees.size() == 4);
    CHECK(trees[0].fanout == 4);  // the dimension of 16 nodes
    CHECK(trees[1].fanout == 2);
    CHECK(trees[2].fanout == 4);
    CHECK(trees[3].fanout == 2);
    for (const guide_tree& tree : trees) {
        INFO(tree.name);
        CHECK((tree.cube_edges == guide_tree_nodes - 1) == (tree.published_neighbours == "yes"));
        CHECK((tree.same_parents == guide_tree_nodes - 1 || tree.same_parents == -1));
    }
}

TEST_CASE("globalsum has three rounds on eight nodes, and all nodes have the sum") {
    const auto sum = globalsum();
    CHECK(sum.rounds == 3);
    CHECK(sum.complete == 8);
    CHECK(sum.cube_neighbours);
    CHECK(sum.children_of_0 == 3);
    CHECK(sum.children_of_2 == 1);
}

TEST_CASE("the report names all examples") {
    const auto examples = compute_ncube_examples();
    const auto text = ncube_text(examples);
    for (const char* figure : {"1-32", "1-34", "1-38", "1-39", "1-41"})
        CHECK_THAT(text, Catch::Contains(figure));
    const auto fields = ncube_json(examples);
    CHECK(fields["trees"][3]["same_parents"].is_null());
    CHECK(fields["storm"]["ways"].size() == 4);
}

}  // namespace banyan::tools::ncube_guide_test
