#include <catch2/catch.hpp>
#include <cstdlib>
#include <deque>

#include "banyan/part/cost.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/repartition.hpp"
#include "tests/libpart/repartition/drifting_speeds.hpp"

namespace moved_owners_test {

using namespace banyan::part;
using namespace banyan::testing;

namespace {

/// Connected regions of cells of one owner, without wrapping.
int regions(const partition& parts) {
    const std::int64_t rows = parts.domain().rows();
    const std::int64_t cols = parts.domain().cols();
    std::vector<std::int32_t> owners = parts.owners();
    int found = 0;
    for (std::int64_t start = 0; start < rows * cols; ++start) {
        const std::int32_t owner = owners[static_cast<std::size_t>(start)];
        if (owner < 0) continue;
        ++found;
        std::deque<std::int64_t> next{start};
        while (!next.empty()) {
            const std::int64_t cell = next.front();
            next.pop_front();
            auto& here = owners[static_cast<std::size_t>(cell)];
            if (here != owner) continue;
            here = -1;
            if (cell % cols > 0) next.push_back(cell - 1);
            if (cell % cols < cols - 1) next.push_back(cell + 1);
            if (cell >= cols) next.push_back(cell - cols);
            if (cell < (rows - 1) * cols) next.push_back(cell + cols);
        }
    }
    return found;
}

/// The best balance of whole cells, each processor with one at least: Jefferson's method, cell by cell.
double best_ratio(const grid& domain, const speeds& now) {
    std::vector<std::int64_t> cells(static_cast<std::size_t>(now.size()), 1);
    for (std::int64_t i = now.size(); i < domain.cells(); ++i) {
        std::size_t next = 0;
        for (std::size_t k = 1; k < cells.size(); ++k)
            if (static_cast<double>(cells[k] + 1) / now[static_cast<int>(k)] <
                static_cast<double>(cells[next] + 1) / now[static_cast<int>(next)])
                next = k;
        ++cells[next];
    }
    double longest = 0;
    for (std::size_t k = 0; k < cells.size(); ++k)
        longest = std::max(longest, static_cast<double>(cells[k]) / now[static_cast<int>(k)]);
    return longest * now.total() / static_cast<double>(domain.cells());
}

}  // namespace

TEST_CASE("owner lists reach the best balance, and scattered cells move only if they must") {
    for (const char* method :
         {"scatter", "interleaved_row", "maximum_dispersion", "triangulated", "general_quadrilateral"})
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            source random(seed);
            const grid domain(random.integer(20, 60), random.integer(20, 60));
            const speeds before = random_speeds(random, 6, 4);
            const speeds now = drifted(random, before, 0.2);
            const partition old = make_partition(method, domain, before);
            const partition moved = repartition("incremental", old, now, {.moving_weight = 0});
            INFO(method << ", seed " << seed << ", grid " << domain.rows() << " x " << domain.cols());
            CHECK(moved.kind() == layout::cells);
            CHECK(max_time_ratio(moved, now) == Approx(best_ratio(domain, now)).epsilon(1e-9));
            std::int64_t needed = 0;
            for (int i = 0; i < 6; ++i)
                needed += std::abs(moved.cells(i) - old.cells(i));
            const std::int64_t changed = counted_moves(old, moved);
            CHECK(moved_cells(old, moved) == changed);
            CHECK(2 * changed >= needed);
            if (std::string(method) == "scatter") CHECK(2 * changed <= needed + needed / 2);
            // Between regions, cells pass through the processors that lie between giver and taker.
            CHECK(2 * changed <= 4 * needed);
        }
}

TEST_CASE("connected regions stay connected") {
    for (const char* method : {"triangulated", "general_quadrilateral"})
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            source random(seed);
            const speeds before = random_speeds(random, 9, 3);
            const partition old = make_partition(method, {90, 110}, before);
            const partition moved = repartition("incremental", old, drifted(random, before, 0.1));
            INFO(method << ", seed " << seed);
            CHECK(regions(old) == 9);
            CHECK(regions(moved) == 9);
        }
}

TEST_CASE("scattered cells of 512 processors are repartitioned in seconds, although most pairs of them touch") {
    // A visit of all cells for each of up to 130,816 pairs would take longer than the time limit of this test.
    const auto [now, old] = drifted_partition_of("scatter", {1024, 1024}, 512, 0, 0.2);
    const partition moved = repartition("incremental", old, now, {.moving_weight = 0});
    CHECK(max_time_ratio(old, now) > 1.05);
    CHECK(max_time_ratio(moved, now) < 1.001);
    std::int64_t needed = 0;
    for (int i = 0; i < old.processors(); ++i)
        needed += std::abs(moved.cells(i) - old.cells(i));
    CHECK(2 * moved_cells(old, moved) >= needed);
}

TEST_CASE("owner lists: a large weight of moving keeps them, and dropped processors stay without cells") {
    const partition old = partition::from_owners(
        {4, 6}, 4, std::vector<std::int32_t>{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 3, 3, 1, 1, 0, 0, 3, 3, 1, 1});
    CHECK(repartition("incremental", old, {1, 1, 5, 2}, {.moving_weight = 10}) == old);
    const partition moved = repartition("incremental", old, {1, 1, 5, 2}, {.moving_weight = 0});
    CHECK(moved.cells(2) == 0);
    CHECK(moved.cells(3) == 12);
    const partition single = partition::from_owners({1, 3}, 1, {0, 0, 0});
    CHECK(repartition("incremental", single, {2}) == single);
}

}  // namespace moved_owners_test
