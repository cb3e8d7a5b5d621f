// Algorithms that do the same, and algorithms that do not.
#include "libnet/schedules/same_schedules.hpp"

#include <catch2/catch.hpp>
#include <string_view>
#include <vector>

namespace same_schedules_test {

using namespace banyan::net;

namespace {

bool are_same(collective_kind kind, std::string_view one, std::string_view other, const collective_shape& shape) {
    return have_same_schedules(*find_algorithm(kind, one), shape, *find_algorithm(kind, other), shape);
}

}  // namespace

TEST_CASE("same schedules: a binary tree with one segment is not pipelined, with two segments it is") {
    const collective_shape whole{.size = 8, .items = 100};
    collective_shape halves = whole;
    halves.segment = 50;
    const algorithm& tree = *find_algorithm(collective_kind::broadcast, "binary-tree");
    const algorithm& pipelined = *find_algorithm(collective_kind::broadcast, "pipelined-binary-tree");
    CHECK(have_same_schedules(tree, whole, pipelined, whole));
    CHECK_FALSE(have_same_schedules(pipelined, whole, pipelined, halves));
    CHECK_FALSE(have_same_schedules(tree, whole, pipelined, halves));
}

TEST_CASE("same schedules: two levels are one level if each host has one rank") {
    const std::vector<int> alone{0, 1, 2, 3, 4, 5, 6, 7}, together{0, 0, 1, 1, 2, 2, 3, 3};
    const auto barriers_on = [](const std::vector<int>& host_of) {
        return are_same(collective_kind::barrier, "two-level", "dissemination", {.size = 8, .host_of = host_of});
    };
    CHECK(barriers_on(alone));
    CHECK_FALSE(barriers_on(together));
}

TEST_CASE("same schedules: a chain and a star of two ranks are the same, those of three ranks are not") {
    CHECK(are_same(collective_kind::broadcast, "chain", "linear", {.size = 2, .items = 5}));
    CHECK_FALSE(are_same(collective_kind::broadcast, "chain", "linear", {.size = 3, .items = 5}));
}

TEST_CASE("same schedules: each algorithm has its own, and equal ones send as many messages") {
    const std::vector<int> host_of{0, 1, 2, 3, 4};
    const collective_shape shape{.size = 5, .items = 20, .commutative = true, .host_of = host_of};
    collective_shape fewer = shape;
    fewer.size = 4;
    for (const algorithm* one : all_algorithms()) {
        if (one->fits && !one->fits(shape)) continue;
        CAPTURE(name_of(one->kind), one->name);
        CHECK(have_same_schedules(*one, shape, *one, shape));
        CHECK_FALSE(have_same_schedules(*one, shape, *one, fewer));
        for (const algorithm* other : all_algorithms()) {
            if (other->kind != one->kind || (other->fits && !other->fits(shape))) continue;
            CAPTURE(other->name);
            const bool same = have_same_schedules(*one, shape, *other, shape);
            CHECK(same == have_same_schedules(*other, shape, *one, shape));
            if (same) CHECK(one->cost(shape).messages == other->cost(shape).messages);
        }
    }
}

}  // namespace same_schedules_test
