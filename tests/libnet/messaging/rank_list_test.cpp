// Compares lists of ranks with std::set and plain loops.
#include <banyan/net/rank_list.hpp>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "tests/common/error_of.hpp"

namespace rank_list_test {

using namespace banyan::net;
using banyan::testing::error_of;

namespace {

rank_list random_list(std::mt19937& random, int most) {
    std::vector<rank> ranks;
    for (int r = 0; r < most; ++r)
        if (random() % 2 == 0) ranks.emplace_back(r);
    std::shuffle(ranks.begin(), ranks.end(), random);
    return rank_list(ranks);
}

std::set<rank> as_set(const rank_list& ranks) {
    return {ranks.begin(), ranks.end()};
}

// True if the ranks of `part` have the same order in `whole`.
bool keeps_order(const rank_list& part, const rank_list& whole) {
    int place = -1;
    for (const rank r : part) {
        const auto next = whole.place_of(r);
        if (!next || *next <= place) return false;
        place = *next;
    }
    return true;
}

}  // namespace

TEST_CASE("rank lists: union, intersection and difference hold the right ranks in the right order", "[rank_list]") {
    std::mt19937 random(1);
    for (int turn = 0; turn < 500; ++turn) {
        const int most = static_cast<int>(random() % 20);
        const rank_list a = random_list(random, most), b = random_list(random, most);
        const rank_list both = intersection_of(a, b), either = union_of(a, b), left = difference_of(a, b);
        for (int r = 0; r < most; ++r) {
            const bool in_a = a.contains(rank{r}), in_b = b.contains(rank{r});
            REQUIRE(both.contains(rank{r}) == (in_a && in_b));
            REQUIRE(either.contains(rank{r}) == (in_a || in_b));
            REQUIRE(left.contains(rank{r}) == (in_a && !in_b));
        }
        REQUIRE(keeps_order(both, a));
        REQUIRE(keeps_order(left, a));
        REQUIRE(union_of(left, both).size() == a.size());
        REQUIRE(either == union_of(a, difference_of(b, a)));
        REQUIRE(keeps_order(a, either));
        REQUIRE(as_set(union_of(a, b)) == as_set(union_of(b, a)));
        for (int i = 0; i < either.size(); ++i)
            REQUIRE(either.place_of(either[i]) == i);
    }
}

TEST_CASE("rank lists: ranges and wrong lists", "[rank_list]") {
    CHECK(rank_list::range(1, 8, 3) == rank_list{rank{1}, rank{4}, rank{7}});
    CHECK(rank_list::range(0, 3) == rank_list{rank{0}, rank{1}, rank{2}});
    CHECK(rank_list::range(5, 5).empty());
    CHECK(rank_list::range(2147483646, 2147483647, 5).size() == 1);
    CHECK(error_of([] { (void)rank_list::range(-1, 3); }) == errc::invalid_argument);
    CHECK(error_of([] { (void)rank_list::range(0, 3, 0); }) == errc::invalid_argument);
    CHECK(error_of([] { (void)rank_list{rank{1}, rank{2}, rank{1}}; }) == errc::invalid_argument);
    CHECK(error_of([] { (void)rank_list{rank{-1}}; }) == errc::invalid_argument);
}

}  // namespace rank_list_test
