// Partitions into boxes as text: what is written is read again, cell by cell, and everything else is refused.
#include "banyan/part/box_partition_json.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "banyan/part/box_methods.hpp"
#include "banyan/part/error.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace box_partition_json_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

/// A partition of at most 8 x 8 x 8 cells, each axis periodic or open.
box_partition random_boxes(testing::source& random) {
    const auto side = [&] { return random.integer(1, 8); };
    const auto axis = [&] { return random.integer(0, 1) == 0; };
    const triple sides{side(), side(), side()};
    const grid_3d domain(sides, {axis(), axis(), axis()});
    const auto processors = static_cast<int>(random.integer(1, std::min<std::int64_t>(9, domain.cells())));
    return make_box_partition("bisection", domain, testing::random_speeds(random, processors, 10));
}

/// The number of boxes that contain this cell.
int boxes_with(const box_partition& parts, const triple& cell) {
    int found = 0;
    for (const box& b : parts.boxes())
        found += b.contains(cell) ? 1 : 0;
    return found;
}

/// Stored boxes of a grid of 2 x 3 x 4 cells.
std::string with_boxes(int processors, const std::string& boxes, const std::string& periodic = R"(["rows"])") {
    return R"({"schema": "banyan.stored_boxes.v1", "planes": 2, "rows": 3, "cols": 4, "periodic": )" + periodic +
           R"(, "processors": )" + std::to_string(processors) + R"(, "boxes": )" + boxes + "}";
}

/// One box as in the file: three rows and four columns of some planes.
std::string planes_of(int processor, int plane, int planes) {
    return R"({"processor": )" + std::to_string(processor) + R"(, "plane": )" + std::to_string(plane) +
           R"(, "row": 0, "col": 0, "planes": )" + std::to_string(planes) + R"(, "rows": 3, "cols": 4})";
}

std::string list_of(std::initializer_list<std::string> boxes) {
    std::string text;
    for (const std::string& box : boxes) {
        text += text.empty() ? '[' : ',';
        text += box;
    }
    text += ']';
    return text;
}

void check_refused(const std::string& text, const std::string& reason) {
    INFO(text);
    CHECK_THROWS_AS(box_partition_from_json(text), error);
    CHECK_THROWS_WITH(box_partition_from_json(text), Catch::Contains(reason) && !Catch::Contains("\n"));
}

}  // namespace

TEST_CASE("stored boxes are read again, and each cell is in one box") {
    testing::source random(41);
    for (int sample = 0; sample < 200; ++sample) {
        const box_partition parts = random_boxes(random);
        const std::string text = to_json(parts);
        INFO(text);
        const box_partition found = box_partition_from_json(text);
        CHECK(found == parts);
        CHECK(to_json(found) == text);
        const triple& n = found.domain().sides();
        for (triple cell{}; cell[0] < n[0]; ++cell[0])
            for (cell[1] = 0; cell[1] < n[1]; ++cell[1])
                for (cell[2] = 0; cell[2] < n[2]; ++cell[2])
                    REQUIRE(boxes_with(found, cell) == 1);
    }
}

TEST_CASE("stored boxes have these fields") {
    const box_partition parts(grid_3d({2, 3, 4}, {true, false, true}),
                              {{0, {0, 0, 0}, {2, 3, 1}}, {1, {0, 0, 1}, {2, 3, 3}}});
    CHECK(to_json(parts) ==
          R"({"schema":"banyan.stored_boxes.v1","planes":2,"rows":3,"cols":4,"periodic":["planes","cols"],)"
          R"("processors":2,"boxes":[{"processor":0,"plane":0,"row":0,"col":0,"planes":2,"rows":3,"cols":1},)"
          R"({"processor":1,"plane":0,"row":0,"col":1,"planes":2,"rows":3,"cols":3}]})");
}

TEST_CASE("stored boxes may be in any order, and other fields are ignored") {
    const box_partition parts(grid_3d({2, 3, 4}, {false, true, false}),
                              {{0, {0, 0, 0}, {1, 3, 4}}, {1, {1, 0, 0}, {1, 3, 4}}});
    std::string text = with_boxes(2, list_of({planes_of(1, 1, 1), planes_of(0, 0, 1)}));
    CHECK(box_partition_from_json(text) == parts);
    text.insert(1, R"("method": "bars", )");
    CHECK(box_partition_from_json(" " + text + "\n") == parts);
}

TEST_CASE("text that contains no stored boxes is refused with what is wrong") {
    check_refused("", "not JSON");
    check_refused("processor,plane,row,col,planes,rows,cols\n0,0,0,0,2,3,4\n", "not JSON, byte 1");
    check_refused("[]", "[] is not a JSON object");
    check_refused("{}", "schema is missing");
    check_refused(R"({"schema": "banyan.stored_partition.v2", "rows": 2})",
                  R"(schema is "banyan.stored_partition.v2", allowed: "banyan.stored_boxes.v1")");
    check_refused(R"({"schema": "banyan.stored_boxes.v1", "planes": 2, "rows": 3})", "the field cols is missing");
    check_refused(R"({"schema": "banyan.stored_boxes.v1", "planes": 2, "rows": 3.5, "cols": 4})", "rows is 3.5");
    check_refused(
        R"({"schema": "banyan.stored_boxes.v1", "planes": 0, "rows": 3, "cols": 4, "periodic": [], "processors": 1})",
        "0 x 3 x 4 cells, allowed: sides of 1 to 1048576");
    check_refused(std::string(1'000'000, '['), "not JSON, byte 1000001");
}

TEST_CASE("stored boxes with a field that is not allowed are refused with its value") {
    const std::string all = list_of({planes_of(0, 0, 2)});
    CHECK(box_partition_from_json(with_boxes(1, all)).processors() == 1);
    check_refused(with_boxes(1, all, R"("both")"), R"(periodic is "both", allowed: a list)");
    check_refused(with_boxes(1, all, R"(["depth"])"), R"(periodic contains "depth", allowed: planes, rows, cols)");
    check_refused(with_boxes(1, all, R"(["rows", "rows"])"), R"(periodic contains "rows", allowed)");
    check_refused(with_boxes(1, all, "[1]"), "periodic contains 1, allowed");
    check_refused(with_boxes(1, "7"), "boxes is 7, allowed: a list");
    check_refused(with_boxes(1, "[7]"), "7 is not a JSON object");
    check_refused(with_boxes(1, R"([{"processor": 0, "plane": 0}])"), "the field row is missing");
    check_refused(with_boxes(1, R"([{"processor": 2147483648}])"), "processor is 2147483648, allowed: whole numbers");
    check_refused(with_boxes(3, all), "processors is 3, but boxes contains 1, allowed: one box for each processor");
}

TEST_CASE("stored boxes that are no partition are refused with the box or the cells") {
    check_refused(with_boxes(0, "[]"), "at least one processor");
    check_refused(with_boxes(1, list_of({planes_of(0, 0, 1)})), "12 cells of the grid have no owner");
    check_refused(with_boxes(1, list_of({planes_of(0, 1, 2)})), "2 x 3 x 4 at (1, 0, 0) of processor 0 is not inside");
    check_refused(with_boxes(1, list_of({planes_of(0, -1, 2)})), "at (-1, 0, 0) of processor 0 is not inside");
    check_refused(with_boxes(1, list_of({planes_of(1, 0, 2)})), "processor 0 does not have exactly one box");
    check_refused(with_boxes(2, list_of({planes_of(0, 0, 1), planes_of(0, 1, 1)})), "exactly one box");
    check_refused(with_boxes(2, list_of({planes_of(0, 0, 2), planes_of(1, 1, 1)})), "overlaps the box");
    check_refused(with_boxes(2, list_of({planes_of(0, 0, 2), planes_of(1, 1, 0)})), "is empty");
}

}  // namespace box_partition_json_test
