#include "advisor/probe_plan.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "banyan/part/methods.hpp"

namespace probe_plan_test {

using namespace banyan::advisor;
namespace part = banyan::part;

TEST_CASE("probed sizes reach from a few bytes to the longest message") {
    for (const std::int64_t longest : {0, 1, 8, 2048, 8192, 32768, 100000, 1 << 20, 1 << 26}) {
        const auto sizes = probe_sizes(longest);
        INFO("longest " << longest);
        CHECK(sizes.front() == 8);
        CHECK(static_cast<std::int64_t>(sizes.back()) >= longest);
        CHECK((sizes.size() >= 5 && sizes.size() <= 9));
        CHECK(std::is_sorted(sizes.begin(), sizes.end()));
        CHECK(std::set<std::size_t>(sizes.begin(), sizes.end()).size() == sizes.size());
    }
    CHECK(probe_sizes(8192) == std::vector<std::size_t>{8, 32, 128, 512, 2048, 8192});
}

TEST_CASE("the effort takes the given time") {
    for (const double seconds : {0.5, 6.0, 60.0}) {
        for (const std::size_t methods : {1u, 2u, 7u}) {
            const auto e = effort_for(seconds, methods);
            const auto windows = 4 * trial_rounds(e) + static_cast<int>(methods) * e.rounds * 4;
            CHECK(e.exchange_s + windows * e.window_s == Approx(seconds));
        }
    }
    CHECK(trial_rounds({4, 0.1, 1}) == 3);
}

TEST_CASE("an adaptive survey spends most of its time on the methods, in windows of a bounded length") {
    CHECK(adaptive_effort(6).total_s == 6);
    CHECK(adaptive_effort(6).shift_shares);
    CHECK_FALSE(effort_for(6, 3).shift_shares);  // what is validated is chosen by an option
    for (const double seconds : {0.1, 6.0, 3600.0}) {
        const auto e = adaptive_effort(seconds);
        CHECK(e.exchange_s <= seconds / 4);
        CHECK((e.speed_s > 0 && e.speed_s <= seconds / 4));
        CHECK((e.window_s >= 2e-3 && e.window_s <= 0.05));
    }
}

TEST_CASE("trial shapes have equal shares and stay inside the grid") {
    const auto shapes = trial_shapes(part::grid(1024, 1024), 4);
    CHECK(shapes[0] == shape{256, 1024});
    CHECK(shapes[1] == shape{512, 512});
    CHECK(shapes[2].cells() * 4 == shapes[0].cells());
    CHECK(shapes[3].cells() == shapes[0].cells() * 2);
    for (const auto& s : trial_shapes(part::grid(2, 3), 6)) {
        CHECK((s.rows >= 1 && s.rows <= 2 && s.cols >= 1 && s.cols <= 3));
    }
}

TEST_CASE("the measured shapes have the cells of the partition") {
    const part::grid domain(97, 101);
    const part::speeds processors{5, 3, 2, 1};
    for (const std::string method : {"row", "column", "block", "xy2"}) {
        const auto parts = part::make_partition(method, domain, processors);
        const auto shapes = shapes_of(parts);
        for (int m = 0; m < 4; ++m) {
            CHECK(shapes[static_cast<std::size_t>(m)].cells() == parts.cells(m));
        }
    }
    const auto runs = part::make_partition("point", domain, processors);
    const auto shapes = shapes_of(runs);
    for (int m = 0; m < 4; ++m) {
        CHECK(shapes[static_cast<std::size_t>(m)].cells() >= runs.cells(m));
        CHECK(shapes[static_cast<std::size_t>(m)].cells() < runs.cells(m) + domain.cols());
    }
}

TEST_CASE("the measured shapes have the work of the partition, in rows of its width at most") {
    const part::grid domain(97, 101);
    std::vector<double> cells(static_cast<std::size_t>(domain.cells()));
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        cells[cell] = static_cast<double>(cell % 101) * static_cast<double>(cell / 101 % 7);
    }
    const cell_work work(domain, part::work_density::of_cells(cells));
    for (const std::string method : {"row", "column", "block", "point", "bands"}) {
        INFO(method);
        const auto parts = part::make_partition(method, domain, part::speeds{5, 3, 2, 1}, work.options());
        const auto shapes = shapes_of(parts, work), whole = shapes_of(parts);
        const auto works = work.of_processors(parts);
        for (std::size_t m = 0; m < 4; ++m) {
            CHECK(shapes[m].cols <= whole[m].cols);
            CHECK(std::abs(static_cast<double>(shapes[m].cells()) - works[m]) <=
                  static_cast<double>(shapes[m].rows) / 2);
        }
    }
}

TEST_CASE("a processor without work has an empty shape") {
    const part::grid domain(4, 6);
    const cell_work work(domain, part::work_density::of_rows({1, 1, 0, 0}));
    const auto shapes = shapes_of(part::make_partition("row", domain, part::speeds{1, 1}), work);
    CHECK(shapes == std::vector<shape>{{2, 6}, {0, 0}});
}

}  // namespace probe_plan_test
