#include "banyan/part/partition_json.hpp"

#include <catch2/catch.hpp>

#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace partition_json_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

/// A stored partition of 2 x 3 cells with the given end.
std::string stored(const std::string& end) {
    return R"({"schema": "banyan.stored_partition.v2", "rows": 2, "cols": 3, "periodic": "rows", "processors": 2, )" +
           end + "}";
}

void check_refused(const std::string& text, const std::string& reason) {
    INFO(text);
    CHECK_THROWS_AS(partition_from_json(text), error);
    CHECK_THROWS_WITH(partition_from_json(text), Catch::Contains(reason) && !Catch::Contains("\n"));
}

}  // namespace

TEST_CASE("a partition is found in the field of an object around it") {
    const partition parts = make_partition("brbd", {8, 9}, speeds{3, 2, 1});
    CHECK(partition_from_json(R"({"schema": "banyan.advice.v1", "method": "brbd", "partition": )" + to_json(parts) +
                              "}") == parts);
    check_refused(R"({"partition": 3})", "3 is not a JSON object");
}

TEST_CASE("the partitions of all methods come back from their JSON") {
    testing::source random(11);
    for (const method_info& method : methods()) {
        for (int p : {1, 2, 5, 8}) {
            if (p > method.max_processors) continue;
            const grid domain(random.integer(8, 40), random.integer(8, 40), periodic::both);
            const partition parts = make_partition(method.name, domain, testing::random_speeds(random, p, 4));
            INFO(method.name << " with " << p << " processors");
            const std::string text = to_json(parts);
            CHECK(partition_from_json(text) == parts);
            CHECK(text.find('\n') == std::string::npos);
        }
    }
}

TEST_CASE("random partitions with dropped processors and open edges come back from their JSON") {
    testing::source random(5);
    for (int i = 0; i < 100; ++i) {
        const grid domain = testing::random_grid(random, 12);
        const auto rectangles = testing::random_rectangles(random, domain, 6);
        const auto ranges = testing::random_ranges(random, domain, 6);
        const auto cells = partition::from_owners(domain, ranges.processors(), ranges.owners());
        for (const partition& parts : {rectangles, ranges, cells}) {
            const auto found = partition_from_json(to_json(parts));
            CHECK(found == parts);
            CHECK(found.domain() == domain);
            CHECK(found.processors() == parts.processors());
        }
    }
}

TEST_CASE("a stored partition has the fields of its layout") {
    const partition parts = partition_from_json(
        stored(R"("layout": "rectangles", "blocks": [{"processor": 1, "row": 0, "col": 0, "rows": 2, "cols": 3}])"));
    CHECK(parts == partition::from_rectangles(grid(2, 3, periodic::rows), 2, {{1, 0, 0, 2, 3}}));
    CHECK(to_json(partition::from_owners(grid(2, 3, periodic::none), 3, {0, 0, 2, 2, 2, 0})) ==
          R"({"schema":"banyan.stored_partition.v2","rows":2,"cols":3,"periodic":"none","processors":3,)"
          R"("layout":"cells","owners":[[0,2],[2,3],[0,1]]})");
    CHECK(partition_from_json(stored(R"("layout": "ranges", "ranges": [{"processor": 0, "first": 0, "count": 6}])"))
              .kind() == layout::ranges);
}

TEST_CASE("text that is no stored partition is refused with what is wrong") {
    check_refused("", "not JSON");
    check_refused("[1, 2", "not JSON, byte 6");
    check_refused("[]", "[] is not a JSON object");
    check_refused("{}", "schema is missing");
    check_refused(R"({"schema": "banyan.advice.v1"})", "banyan.stored_partition.v2");
    check_refused(stored(R"("layout": "squares")"), "rectangles, ranges, cells");
    check_refused(stored(R"("layout": "ranges")"), "the field ranges is missing");
    check_refused(stored(R"("layout": "ranges", "ranges": 7)"), "ranges is 7, allowed: a list");
    check_refused(stored(R"("layout": "ranges", "ranges": [7])"), "7 is not a JSON object");
    check_refused(stored(R"("layout": "ranges", "ranges": [{"processor": 0, "first": 0, "count": 5}])"), "5 of 6");
    check_refused(stored(R"("layout": "ranges", "ranges": [{"processor": 0, "first": 0, "count": 6.5}])"),
                  "count is 6.5");
    check_refused(stored(R"("layout": "ranges", "ranges": [{"processor": 2147483648, "first": 0, "count": 6}])"),
                  "processor is 2147483648");
    check_refused(stored(R"("layout": "ranges", "ranges": [{"processor": 2, "first": 0, "count": 6}])"), "processor 2");
    check_refused(stored(R"("layout": "cells", "owners": [[0, 5]])"), "5 owners for 6 cells");
    check_refused(stored(R"("layout": "cells", "owners": [[0, 5], [1, 2]])"), "[1,2] where 1 cells are left");
    check_refused(stored(R"("layout": "cells", "owners": [[0, 9223372036854775808]])"), "9223372036854775808");
    check_refused(stored(R"("layout": "cells", "owners": [[0]])"), "[0], allowed: pairs");
    check_refused(stored(R"("layout": "cells", "owners": [[3, 6]])"), "processor 3");
    check_refused(R"({"schema": "banyan.stored_partition.v2", "rows": 0, "cols": 3, "periodic": "both"})", "0");
    check_refused(R"({"schema": "banyan.stored_partition.v2", "rows": "\n", "cols": 3})", R"(rows is "\n")");
}

TEST_CASE("deeply nested text and numbers out of range are refused too") {
    constexpr std::size_t levels = 1'000'000;
    const std::string nested = std::string(levels, '[') + std::string(levels, ']');
    check_refused(std::string(levels, '['), "not JSON, byte 1000001");
    check_refused(nested, "a nested list is not a JSON object");
    check_refused(R"({"schema": )" + nested + "}", "schema is a nested list, allowed");
    check_refused(R"({"schema": "banyan.stored_partition.v2", "rows": {"a": )" + nested + "}}",
                  "rows is a nested object, allowed: whole numbers");
    check_refused(R"({"rows": 1e999})", "a number out of range, allowed: -1.79");
    check_refused(stored(R"("layout": "ranges", "ranges": [-1e999])"), "a number out of range, allowed: -1.79");
}

}  // namespace partition_json_test
