// The table of algorithms: names, order and documentation.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "libnet/schedules/algorithm.hpp"

namespace algorithm_table_test {

using namespace banyan::net;

namespace {

std::string page() {
    std::ifstream in(BANYAN_SOURCE_FOLDER "/docs/collectives.md");
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

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
