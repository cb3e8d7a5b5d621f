#include "libpart/repartition/nearest_cuts.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "tests/libpart/model/random_instances.hpp"

namespace nearest_cuts_test {

using namespace banyan::part;
using banyan::testing::source;

namespace {

constexpr std::int64_t impossible = 1 << 20;

/// The least sum of distances, by trying every position of every cut.
std::int64_t least_distance(std::int64_t begin, std::int64_t end, const std::vector<std::int64_t>& wanted,
                            const std::vector<bounds>& limits) {
    const auto length = static_cast<std::size_t>(end - begin) + 1;
    std::vector<std::int64_t> cost(length, impossible);
    cost[0] = 0;
    for (std::size_t i = 0; i < limits.size(); ++i) {
        std::vector<std::int64_t> next(length, impossible);
        for (std::size_t from = 0; from < length; ++from)
            for (std::size_t to = from; to < length; ++to) {
                const auto size = static_cast<std::int64_t>(to - from);
                if (size < limits[i].least || size > limits[i].most) continue;
                const std::int64_t line = begin + static_cast<std::int64_t>(to);
                const std::int64_t distance = i < wanted.size() ? std::abs(line - wanted[i]) : 0;
                next[to] = std::min(next[to], cost[from] + distance);
            }
        cost = next;
    }
    return cost.back();
}

}  // namespace

TEST_CASE("no cuts within the limits are nearer to the wanted ones") {
    int possible = 0;
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        source random(seed);
        const std::int64_t begin = random.integer(-3, 3);
        const std::int64_t end = begin + random.integer(0, 14);
        std::vector<bounds> limits(static_cast<std::size_t>(random.integer(1, 6)));
        for (bounds& one : limits) {
            one.least = random.integer(0, 2);
            one.most =
                random.integer(0, 4) == 0 ? std::numeric_limits<std::int64_t>::max() : one.least + random.integer(0, 4);
        }
        std::vector<std::int64_t> wanted(limits.size() - 1);
        for (std::int64_t& one : wanted)
            one = random.integer(begin - 5, end + 5);
        std::ranges::sort(wanted);
        INFO("seed " << seed);
        const std::int64_t least = least_distance(begin, end, wanted, limits);
        const auto cuts = nearest_cuts(begin, end, wanted, limits);
        REQUIRE(cuts.has_value() == (least < impossible));
        if (!cuts) continue;
        ++possible;
        REQUIRE(cuts->size() == wanted.size());
        std::int64_t distance = 0;
        std::int64_t from = begin;
        for (std::size_t i = 0; i < limits.size(); ++i) {
            const std::int64_t to = i < cuts->size() ? (*cuts)[i] : end;
            CHECK(to - from >= limits[i].least);
            CHECK(to - from <= limits[i].most);
            if (i < wanted.size()) distance += std::abs(to - wanted[i]);
            from = to;
        }
        CHECK(distance == least);
    }
    CHECK(possible > 500);
}

}  // namespace nearest_cuts_test
