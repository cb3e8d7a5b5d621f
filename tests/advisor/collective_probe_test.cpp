// The probe of collectives on ranks that are threads: what it measures, and in which order.
#include "advisor/collective_probe.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "banyan/net/thread_world.hpp"

namespace collective_probe_test {

using namespace banyan::advisor;
namespace net = banyan::net;

namespace {

std::vector<collective_times> measured(int ranks, const collective_probe_options& options) {
    std::vector<collective_times> found;
    net::run_threads(ranks, [&](net::group& world) {
        auto mine = measure_collectives(world, options, {});
        if (world.rank().value == 0) found = std::move(mine);
    });
    return found;
}

const collective_times& row_of(const std::vector<collective_times>& rows, const std::string& algorithm) {
    const auto found = std::ranges::find(rows, algorithm, &collective_times::algorithm);
    REQUIRE(found != rows.end());
    return *found;
}

// The first algorithm that does the same.
std::string first_same(const collective_times& row) {
    return row.same_as.empty() ? row.algorithm : row.same_as;
}

}  // namespace

TEST_CASE("each sample measures every algorithm once") {
    const std::size_t count = GENERATE(1, 2, 3, 8);
    std::vector<std::size_t> all(count);
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (int sample = 0; sample < 20; ++sample) {
        const auto order = order_of_sample(sample, count);
        CHECK(std::ranges::is_permutation(order, all));
        CHECK(order == order_of_sample(sample + 2 * static_cast<int>(count), count));
    }
    CHECK(order_of_sample(3, 0).empty());
}

TEST_CASE("every algorithm is measured equally often at each position and directly after each other one") {
    const std::size_t count = GENERATE(2, 3, 4, 7, 12, 13);
    std::map<std::pair<std::size_t, std::size_t>, int> at, after;
    for (int sample = 0; sample < 2 * static_cast<int>(count); ++sample) {
        const auto order = order_of_sample(sample, count);
        for (std::size_t i = 0; i < count; ++i)
            ++at[{order[i], i}];
        for (std::size_t i = 1; i < count; ++i)
            ++after[{order[i - 1], order[i]}];
    }
    CHECK(at.size() == count * count);
    CHECK(after.size() == count * (count - 1));
    const auto twice = [](const auto& entry) { return entry.second == 2; };
    CHECK(std::ranges::all_of(at, twice));
    CHECK(std::ranges::all_of(after, twice));
}

TEST_CASE("a collective is measured by each of its algorithms and by the automatic choice") {
    for (const int ranks : {2, 5}) {
        const auto rows = measured(ranks, {{"broadcast"}, {}, {8}, 2, 0, 0.0});
        CAPTURE(ranks);
        std::set<std::string> names;
        for (const collective_times& row : rows) {
            CAPTURE(row.algorithm);
            CHECK(row.collective == "broadcast");
            CHECK(row.bytes == 8);
            CHECK(row.predicted_s > 0);
            CHECK(row.seconds.size() == 2);
            CHECK(std::ranges::all_of(row.seconds, [](double s) { return s > 0; }));
            CHECK(row.chosen.empty() == (row.algorithm != "automatic"));
            CHECK(names.insert(row.algorithm).second);
            if (!row.same_as.empty()) CHECK(row_of(rows, row.same_as).same_as.empty());
        }
        const collective_times& automatic = row_of(rows, "automatic");
        CHECK(&automatic == &rows.back());
        CHECK(automatic.same_as == first_same(row_of(rows, automatic.chosen)));
        // between two ranks there is only one way to send a value
        CHECK((first_same(row_of(rows, "chain")) == first_same(row_of(rows, "linear"))) == (ranks == 2));
    }
}

TEST_CASE("only the wanted algorithms are measured, and the choice alone has nothing that does the same") {
    const auto rows = measured(3, {{"barrier", "allgather"}, {"automatic"}, {8, 64}, 1, 0, 0.0});
    REQUIRE(rows.size() == 3);
    for (const collective_times& row : rows) {
        CHECK(row.algorithm == "automatic");
        CHECK_FALSE(row.chosen.empty());
        CHECK(row.same_as.empty());
    }
    CHECK(rows[0].bytes == 0);
    CHECK(rows[2].bytes == 64);
}

}  // namespace collective_probe_test
