#include "libpart/repartition/owner_borders.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <utility>

#include "tests/libpart/model/random_instances.hpp"

namespace owner_borders_test {

using namespace banyan::part;
using banyan::testing::source;

namespace {

using pair_of_processors = std::pair<int, int>;

/// The sides of each pair, and the cells of the first processor of a pair that touch the second one, counted anew.
struct counted_borders {
    std::map<pair_of_processors, double> sides;
    std::map<pair_of_processors, std::set<std::int32_t>> cells;

    counted_borders(const grid& domain, const std::vector<std::int32_t>& owners) {
        for (std::int64_t cell = 0; cell < domain.cells(); ++cell) {
            if (cell % domain.cols() + 1 < domain.cols()) add(owners, cell, cell + 1);
            if (cell / domain.cols() + 1 < domain.rows()) add(owners, cell, cell + domain.cols());
        }
    }
    void add(const std::vector<std::int32_t>& owners, std::int64_t a, std::int64_t b) {
        const int one = owners[static_cast<std::size_t>(a)];
        const int other = owners[static_cast<std::size_t>(b)];
        if (one == other) return;
        sides[std::minmax(one, other)] += 1;
        cells[{one, other}].insert(static_cast<std::int32_t>(a));
        cells[{other, one}].insert(static_cast<std::int32_t>(b));
    }
};

}  // namespace

TEST_CASE("the borders of an owner list are those of a new count, whatever cells change their owner") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        source random(seed);
        const grid domain(random.integer(1, 12), random.integer(1, 12));
        const int processors = 4;
        std::vector<std::int32_t> owners;
        for (std::int64_t cell = 0; cell < domain.cells(); ++cell)
            owners.push_back(static_cast<std::int32_t>(random.integer(0, processors - 1)));
        owner_borders borders(partition::from_owners(domain, processors, owners));
        INFO("seed " << seed);
        for (int change = 0; change < 40; ++change) {
            const counted_borders counted(domain, owners);
            CHECK(borders.contacts() == std::vector<contact>(counted.sides.begin(), counted.sides.end()));
            const auto from = static_cast<int>(random.integer(0, processors - 1));
            const auto to = static_cast<int>(random.integer(0, processors - 1));
            const auto found = counted.cells.find({from, to});
            const std::set<std::int32_t> none;
            const auto& expected = found == counted.cells.end() ? none : found->second;
            CHECK(borders.cells_at(from, to) == std::vector<std::int32_t>(expected.begin(), expected.end()));
            const std::int64_t cell = random.integer(0, domain.cells() - 1);
            const auto target = static_cast<std::int32_t>(random.integer(0, processors - 1));
            owners[static_cast<std::size_t>(cell)] = target;
            borders.give(cell, target);
        }
        CHECK(borders.take() == owners);
    }
}

}  // namespace owner_borders_test
