// Boundaries of marked pixels, and their division into segments.
#include "examples/contour/boundary.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <set>

#include "examples/contour/segments.hpp"
#include "examples/contour/task_mesh.hpp"
#include "tests/examples/contour/serial_contours.hpp"

namespace boundary_test {

using namespace contour;
using banyan::testing::marked_image;
using banyan::testing::random_marks;
using banyan::testing::serial_contours;

namespace {

marks marks_of(const marked_image& of) {
    return [&of](std::int64_t r, std::int64_t c) { return of.at(r, c); };
}

std::vector<element> elements_in(const marked_image& of) {
    std::vector<element> all;
    for (std::int64_t r = 0; r < of.rows; ++r)
        for (std::int64_t c = 0; c < of.cols; ++c)
            for (int side = 0; side < 4; ++side)
                if (is_element({r, c, side}, marks_of(of))) all.push_back({r, c, side});
    return all;
}

// Connected sets of pixels that are marked or not; the image has a border of unmarked ones.
int connected_sets(const marked_image& of, bool marked, bool with_corners) {
    std::set<std::pair<std::int64_t, std::int64_t>> left;
    for (std::int64_t r = -1; r <= of.rows; ++r)
        for (std::int64_t c = -1; c <= of.cols; ++c)
            if (of.at(r, c) == marked) left.insert({r, c});
    int sets = 0;
    for (; !left.empty(); ++sets) {
        std::vector<std::pair<std::int64_t, std::int64_t>> edge{*left.begin()};
        left.erase(left.begin());
        while (!edge.empty()) {
            const auto [r, c] = edge.back();
            edge.pop_back();
            for (std::int64_t i = r - 1; i <= r + 1; ++i)
                for (std::int64_t j = c - 1; j <= c + 1; ++j)
                    if ((with_corners || i == r || j == c) && left.erase({i, j}) != 0) edge.emplace_back(i, j);
        }
    }
    return sets;
}

}  // namespace

TEST_CASE("Each element is the successor of exactly one, which is on the same pixel or beside it", "[contour]") {
    std::mt19937 random(3);
    for (int i = 0; i < 50; ++i) {
        const auto of = random_marks(random, 1 + i % 9, 1 + i % 7, 0.1 + 0.02 * i);
        std::set<element_id> ids, reached;
        for (const element& e : elements_in(of)) {
            const element next = successor(e, marks_of(of));
            REQUIRE(is_element(next, marks_of(of)));
            CHECK(std::max(std::abs(next.row - e.row), std::abs(next.col - e.col)) <= 1);
            CHECK(element_of(id_of(e, of.cols), of.cols) == e);
            ids.insert(id_of(e, of.cols));
            reached.insert(id_of(next, of.cols));
        }
        CHECK(ids == reached);
    }
}

// A set of marked pixels has one outer boundary, and each hole has one more.
TEST_CASE("There is one contour for each set of marked pixels and for each hole", "[contour]") {
    std::mt19937 random(4);
    for (int i = 0; i < 40; ++i) {
        const auto of = random_marks(random, 12, 9, 0.025 * i);
        const int expected = connected_sets(of, true, true) + connected_sets(of, false, false) - 1;
        CHECK(serial_contours(of).size() == static_cast<std::size_t>(expected));
    }
}

TEST_CASE("The segments of all tasks are the contours, cut at their smallest elements", "[contour]") {
    std::mt19937 random(5);
    for (int i = 0; i < 60; ++i) {
        const auto of = random_marks(random, 6 + i % 11, 5 + i % 13, 0.3 + 0.007 * i);
        const task_mesh mesh(of.rows, of.cols, 1 + i % 12);
        std::vector<std::vector<segment>> of_tasks;
        std::vector<segment_ends> open;
        for (int task = 0; task < mesh.tasks(); ++task) {
            of_tasks.push_back(link_segments(mesh.of(task), of.cols, marks_of(of)));
            for (const auto& s : of_tasks.back())
                if (!s.begins) open.push_back(ends_of(s));
        }
        std::map<element_id, segment> by_head;
        for (int task = 0; task < mesh.tasks(); ++task) {
            auto& own = of_tasks[static_cast<std::size_t>(task)];
            cut_contours(own, open);
            for (const auto& s : own) {
                for (const element_id id : s.elements) {
                    const element e = element_of(id, of.cols);
                    REQUIRE(mesh.owner(e.row, e.col) == task);
                }
                by_head.emplace(s.head(), s);
            }
        }
        std::vector<std::vector<std::uint64_t>> joined;
        for (const auto& [head, first] : by_head) {
            if (!first.begins) continue;
            auto contour = first.elements;
            for (const segment* at = &first; !at->ends;) {
                const segment& next = by_head.at(at->next);
                CHECK(next.previous == at->tail());
                contour.insert(contour.end(), next.elements.begin(), next.elements.end());
                at = &next;
            }
            joined.push_back(contour);
        }
        CHECK(joined == serial_contours(of));
    }
}

TEST_CASE("Each pixel belongs to the task whose block has it", "[contour]") {
    for (const int tasks : {1, 2, 3, 4, 6, 7, 12, 16, 30}) {
        const task_mesh mesh(37, 31, tasks);
        REQUIRE(mesh.tasks() == tasks);
        std::int64_t pixels = 0;
        for (int task = 0; task < tasks; ++task) {
            const block own = mesh.of(task);
            pixels += own.rows * own.cols;
            for (std::int64_t r = own.row; r < own.row + own.rows; ++r)
                for (std::int64_t c = own.col; c < own.col + own.cols; ++c)
                    REQUIRE(mesh.owner(r, c) == task);
        }
        CHECK(pixels == 37 * 31);
    }
    CHECK_THROWS_WITH(task_mesh(2, 2, 5),
                      "an image of 2 x 2 pixels cannot be divided among 5 tasks: no mesh of them has a row and a "
                      "column of pixels for each");
}

}  // namespace boundary_test
