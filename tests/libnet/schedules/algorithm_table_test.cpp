// The table of algorithms: names, order and documentation.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/collective_traits.hpp"

namespace algorithm_table_test {

using namespace banyan::net;

namespace {

std::string page() {
    std::ifstream in(BANYAN_SOURCE_FOLDER "/docs/collectives.md");
    return {std::istreambuf_iterator<char>(in), {}};
}

constexpr std::size_t length = 5;

// The steps of all ranks.
std::vector<step> all_steps(const algorithm& how, int root) {
    std::vector<step> all;
    for (int rank = 0; rank < 4; ++rank) {
        const schedule made = how.make({.rank = rank, .size = 4, .root = root, .items = length, .commutative = true});
        all.insert(all.end(), made.steps.begin(), made.steps.end());
    }
    return all;
}

// The number of items of an area that the steps read or write: the index of the last one plus 1.
std::size_t items_of(area where, const std::vector<step>& steps) {
    std::size_t items = 0;
    for (const step& s : steps)
        for (const items_at& part : {s.from, s.right, s.to})
            if (part.where == where) items = std::max(items, part.first + part.count);
    return items;
}

}  // namespace

TEST_CASE("algorithms: their schedules have the root, the operation and the blocks of the collective") {
    for (const algorithm* a : all_algorithms()) {
        if (a->fits && !a->fits({.size = 4, .items = length, .commutative = true})) continue;
        CAPTURE(name_of(a->kind), a->name);
        const auto steps = all_steps(*a, 0);
        const bool combines = std::ranges::count(steps, step::kind::combine, &step::what) > 0;
        CHECK(combines == is_reduction(a->kind));
        CHECK((items_of(area::input, steps) > length) == has_blocks_as_input(a->kind));
        CHECK((items_of(area::output, steps) > length) == has_blocks_as_output(a->kind));
        // Other collectives may have a root inside, which their calls do not name.
        if (has_root(a->kind)) CHECK(steps != all_steps(*a, 1));
    }
}

TEST_CASE("algorithms: names are unique within a collective, and found by name") {
    std::set<std::pair<collective_kind, std::string_view>> names;
    for (const algorithm* a : all_algorithms()) {
        CAPTURE(name_of(a->kind), a->name);
        CHECK(names.emplace(a->kind, a->name).second);
        CHECK(find_algorithm(a->kind, a->name) == a);
        CHECK(a->name != "automatic");
        CHECK(algorithm_names(a->kind).find(a->name) != std::string::npos);
    }
    CHECK(find_algorithm(collective_kind::barrier, "no-such-name") == nullptr);
}

TEST_CASE("algorithms: the first of a collective fits every call, also of an operation that does not commute") {
    std::set<collective_kind> seen;
    for (const algorithm* a : all_algorithms()) {
        if (!seen.insert(a->kind).second) continue;
        CAPTURE(name_of(a->kind), a->name);
        CHECK(a->standard_association);
        for (const int size : {1, 2, 3, 8, 33})
            CHECK((!a->fits || a->fits({.size = size, .items = 1})));
    }
}

TEST_CASE("algorithms: the page names every one") {
    const std::string text = page();
    for (const algorithm* a : all_algorithms()) {
        CAPTURE(name_of(a->kind), a->name);
        CHECK(text.find(fmt::format("`{}`", a->name)) != std::string::npos);
        CHECK(!a->summary.empty());
    }
}

}  // namespace algorithm_table_test
