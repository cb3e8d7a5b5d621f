// Cartesian shapes against plain loops, and balanced extents against a search of all choices.
#include "banyan/net/cartesian_shape.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <limits>
#include <numeric>

#include "banyan/net/topology.hpp"
#include "tests/common/error_of.hpp"

namespace cartesian_shape_test {

using namespace banyan::net;
using banyan::testing::error_of;

namespace {

int product(const std::vector<int>& extents) {
    return std::accumulate(extents.begin(), extents.end(), 1, std::multiplies<>());
}

// The least descending sequence with this product, by trying all divisors.
std::vector<int> best_extents(int size, int dimensions) {
    std::vector<int> best, now(static_cast<std::size_t>(dimensions), 1);
    const std::function<void(std::size_t)> choose = [&](std::size_t at) {
        if (at < now.size()) {
            for (now[at] = 1; now[at] <= size; ++now[at])
                if (size % now[at] == 0) choose(at + 1);
            return;
        }
        if (product(now) == size && std::is_sorted(now.rbegin(), now.rend()) && (best.empty() || now < best))
            best = now;
    };
    choose(0);
    return best;
}

}  // namespace

TEST_CASE("cartesian: coordinates and ranks are each other's inverse, in row-major order", "[cartesian]") {
    const cartesian_shape shape({{3, false}, {1, true}, {4, true}, {2, false}});
    REQUIRE(shape.size() == 24);
    int r = 0;
    for (int a = 0; a < 3; ++a)
        for (int c = 0; c < 4; ++c)
            for (int d = 0; d < 2; ++d, ++r) {
                CHECK(shape.coordinates(rank{r}) == std::vector{a, 0, c, d});
                CHECK(shape.rank_of(std::vector{a, 7, c - 12, d}) == rank{r});
            }
    CHECK_FALSE(shape.rank_of(std::vector{3, 0, 0, 0}));
    CHECK_FALSE(shape.rank_of(std::vector{0, 0, 0, -1}));
}

TEST_CASE("cartesian: a shift and the opposite shift cancel, and neighbours see each other", "[cartesian]") {
    const cartesian_shape shape({{3, true}, {2, true}, {4, false}});
    for (int r = 0; r < shape.size(); ++r)
        for (int a = 0; a < shape.dimensions(); ++a)
            for (int distance = -9; distance <= 9; ++distance) {
                const auto other = shape.shifted(rank{r}, a, distance);
                const int at = shape.coordinates(rank{r})[static_cast<std::size_t>(a)] + distance;
                REQUIRE(other.has_value() ==
                        (shape.axes()[static_cast<std::size_t>(a)].periodic || (at >= 0 && at < 4)));
                if (other) REQUIRE(shape.shifted(*other, a, -distance) == rank{r});
            }
    for (int r = 0; r < shape.size(); ++r) {
        const auto mine = shape.neighbours(rank{r});
        REQUIRE(mine.size() == 6);
        for (std::size_t i = 0; i < mine.size(); ++i)
            if (mine[i]) REQUIRE(shape.neighbours(*mine[i])[i ^ 1] == rank{r});
    }
    CHECK(shape.shifted(rank{0}, 0, std::numeric_limits<int>::min()).has_value());
    CHECK_FALSE(shape.shifted(rank{3}, 2, std::numeric_limits<int>::max()).has_value());
}

TEST_CASE("cartesian: wrong arguments are refused", "[cartesian]") {
    const cartesian_shape shape({{3, true}, {2, true}});
    const auto refused = [](auto call) { return error_of(call) == errc::invalid_argument; };
    CHECK(refused([] { (void)cartesian_shape({}); }));
    CHECK(refused([] { (void)cartesian_shape({{0, false}}); }));
    CHECK(refused([] { (void)cartesian_shape({{1 << 16, false}, {1 << 15, false}}); }));
    CHECK(refused([&] { (void)shape.coordinates(rank{6}); }));
    CHECK(refused([&] { (void)shape.coordinates(rank{-1}); }));
    CHECK(refused([&] { (void)shape.rank_of(std::vector{1}); }));
    CHECK(refused([&] { (void)shape.shifted(rank{0}, 2, 1); }));
    CHECK(refused([] { (void)balanced_extents(0, 2); }));
    CHECK(refused([] { (void)balanced_extents(4, 0); }));
}

TEST_CASE("cartesian: balanced extents are the best of all", "[cartesian]") {
    for (int size = 1; size <= 40; ++size)
        for (int dimensions = 1; dimensions <= 3; ++dimensions)
            REQUIRE(balanced_extents(size, dimensions) == best_extents(size, dimensions));
    CHECK(balanced_extents(1 << 20, 4) == std::vector{32, 32, 32, 32});
    CHECK(balanced_extents(2147483647, 2) == std::vector{2147483647, 1});  // a prime number
}

TEST_CASE("graph: the least edge that is in one list only", "[graph]") {
    const graph_edge ab{rank{0}, rank{1}}, ba{rank{1}, rank{0}}, ac{rank{0}, rank{2}};
    CHECK_FALSE(unmatched_edge({ab, ba, ac}, {ac, ab, ba}));
    CHECK_FALSE(unmatched_edge({}, {}));
    CHECK(unmatched_edge({ab, ba}, {ab}) == ba);
    CHECK(unmatched_edge({ba}, {ac}) == ac);
    CHECK(unmatched_edge({ab, ab}, {ab}) == ab);
}

}  // namespace cartesian_shape_test
