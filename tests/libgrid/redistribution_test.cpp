// The plan of a redistribution, compared with a test of every cell, and arrays that are redistributed.
#include "banyan/grid/redistribution.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "banyan/grid/distributed_array.hpp"
#include "banyan/net/thread_world.hpp"
#include "banyan/part/error.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libgrid/sample_partitions.hpp"

namespace redistribution_test {

using namespace banyan::part;
using namespace banyan::grid;
namespace net = banyan::net;
using banyan::testing::findings;
namespace testing = banyan::testing;
using banyan::testing::on_every_transport;

namespace {

constexpr auto limit = std::chrono::seconds(30);

template <class Visit>
void for_cells(std::span<const region> regions, Visit visit) {
    for (const region& area : regions)
        for (std::int64_t r = area.row; r < area.row + area.rows; ++r)
            for (std::int64_t c = area.col; c < area.col + area.cols; ++c)
                visit(r, c);
}

std::vector<std::pair<std::int64_t, std::int64_t>> cells_of(const cell_transfer& t) {
    std::vector<std::pair<std::int64_t, std::int64_t>> cells;
    for_cells(t.regions, [&](std::int64_t r, std::int64_t c) { cells.emplace_back(r, c); });
    return cells;
}

const cell_transfer* with(std::span<const cell_transfer> all, int peer) {
    const auto found = std::ranges::find(all, peer, &cell_transfer::peer);
    return found == all.end() ? nullptr : &*found;
}

// The least that any redistribution must send, counted from the owner lists alone: each cell whose owner changes,
// and one message for each pair of processors that has such a cell.
void check_least(const std::vector<redistribution>& plans, const std::vector<std::int32_t>& before,
                 const std::vector<std::int32_t>& after) {
    std::int64_t changed = 0;
    std::set<std::pair<int, int>> pairs;
    for (std::size_t cell = 0; cell < before.size(); ++cell)
        if (before[cell] != after[cell]) {
            ++changed;
            pairs.emplace(before[cell], after[cell]);
        }
    std::int64_t sent = 0;
    std::size_t messages = 0;
    for (const redistribution& plan : plans) {
        for (const cell_transfer& t : plan.sends())
            sent += t.items;
        messages += plan.sends().size();
    }
    CHECK(sent == changed);
    CHECK(messages == pairs.size());
}

void check_pair(const partition& from, const partition& to) {
    std::vector<redistribution> plans;
    for (int m = 0; m < from.processors(); ++m)
        plans.emplace_back(from, to, m);
    std::int64_t moved = 0;
    std::int64_t stayed = 0;
    std::vector<int> times(static_cast<std::size_t>(from.domain().cells()), 0);
    const auto seen = [&](std::int64_t r, std::int64_t c) {
        return ++times[static_cast<std::size_t>(r * from.domain().cols() + c)] == 1;
    };
    for (int m = 0; m < from.processors(); ++m) {
        const redistribution& plan = plans[static_cast<std::size_t>(m)];
        for (const cell_transfer& t : plan.sends()) {
            REQUIRE(t.peer != m);
            const cell_transfer* other = with(plans[static_cast<std::size_t>(t.peer)].receives(), m);
            REQUIRE(other != nullptr);
            REQUIRE(cells_of(t) == cells_of(*other));  // the same cells in the same order
            REQUIRE(t.items == static_cast<std::int64_t>(cells_of(t).size()));
            moved += t.items;
            for (const auto& [r, c] : cells_of(t)) {
                REQUIRE(seen(r, c));
                REQUIRE(from.owner(r, c) == m);
                REQUIRE(to.owner(r, c) == t.peer);
            }
        }
        for_cells(plan.kept(), [&](std::int64_t r, std::int64_t c) {
            REQUIRE(seen(r, c));
            REQUIRE(from.owner(r, c) == m);
            REQUIRE(to.owner(r, c) == m);
            ++stayed;
        });
    }
    CHECK(moved + stayed == from.domain().cells());
    CHECK(moved == moving_cells(from, to));
    check_least(plans, from.owners(), to.owners());
}

std::vector<std::int64_t> numbers(const grid& domain) {
    std::vector<std::int64_t> all;
    for (std::int64_t i = 0; i < domain.cells(); ++i)
        all.push_back(i * 0x9E3779B97F4A7C15 + 1);
    return all;
}

// From the first partition to each of the others and back, every value compared.
void go_through_all(net::group& world, const std::vector<testing::named_partition>& all,
                    const testing::named_partition& first, findings& found) {
    const auto laid_out = [&](const partition& parts) {
        return std::make_shared<halo_layout>(parts, world.rank().value, stencil::named("5"));
    };
    const std::vector<std::int64_t> values = numbers(first.parts.domain());
    const auto right = [&](const distributed_array<std::int64_t>& a) {
        bool equal = true;
        for_cells(a.layout().owned(), [&](std::int64_t r, std::int64_t c) {
            equal &= a(r, c) == values[static_cast<std::size_t>(r * a.layout().parts().domain().cols() + c)];
        });
        return equal;
    };
    const auto home = laid_out(first.parts);
    distributed_array<std::int64_t> a(world, home, 0, limit);
    a.scatter(values, net::rank{0}, limit);
    for (const auto& [name, parts] : all) {
        const distributed_array<std::int64_t> b = a.redistributed(laid_out(parts), -1, limit);
        found.expect(right(b), first.name + " to " + name);
        a = b.redistributed(home, -1, limit);
        found.expect(right(a), name + " to " + first.name);
    }
}

}  // namespace

TEST_CASE("redistribution: the cells that change owner move once, the others stay, for all pairs of partitions") {
    struct size {
        std::int64_t rows, cols;
        int processors;
    };
    const auto [rows, cols, processors] = GENERATE(size{8, 9, 5}, size{1, 13, 3}, size{6, 4, 1}, size{6, 6, 9});
    const auto all = testing::all_for(grid(rows, cols), processors);
    for (const auto& from : all) {
        for (const auto& to : all) {
            INFO(from.name << " to " << to.name);
            check_pair(from.parts, to.parts);
        }
    }
}

TEST_CASE("redistribution: nothing moves between equal partitions, everything between exchanged ones") {
    const partition rows = make_partition("contiguous_row", grid(6, 4), speeds::equal(2));
    CHECK(moving_cells(rows, rows) == 0);
    CHECK(redistribution(rows, rows, 0).sends().empty());
    const partition swapped = partition::from_rectangles(grid(6, 4), 2, {{1, 0, 0, 3, 4}, {0, 3, 0, 3, 4}});
    CHECK(moving_cells(rows, swapped) == 24);
    CHECK(redistribution(rows, swapped, 1).kept().empty());
}

TEST_CASE("redistribution: other grids, other numbers of processors and processors out of range are refused") {
    const partition rows = make_partition("contiguous_row", grid(6, 4), speeds::equal(2));
    CHECK_THROWS_WITH(redistribution(rows, make_partition("contiguous_row", grid(4, 6), speeds::equal(2)), 0),
                      "redistribution: the partitions have different grids: 6 x 4 and 4 x 6");
    CHECK_THROWS_AS(moving_cells(rows, make_partition("contiguous_row", grid(6, 4), speeds::equal(3))), error);
    CHECK_THROWS_AS(redistribution(rows, rows, 2), error);
}

TEST_CASE("distributed array: redistributed between all pairs of partitions, bit for bit") {
    const auto beyond = GENERATE(periodic::both, periodic::none, periodic::rows, periodic::columns);
    const auto all = testing::all_for(grid(11, 7, beyond), 4);
    findings found;
    net::run_threads(4, [&](net::group& world) {
        auto number = static_cast<std::size_t>(beyond);
        for (const testing::named_partition& first : testing::sampled(number, all))
            go_through_all(world, testing::sampled(number++, all), first, found);
    });
    CHECK(found.first() == "");
}

TEST_CASE("distributed array: redistributed over every transport, beyond the eager limit") {
    const grid domain(300, 400);
    const std::vector<testing::named_partition> all{
        {"rows", make_partition("contiguous_row", domain, speeds{3, 1, 2})},
        {"columns", make_partition("contiguous_column", domain, speeds{1, 1, 2})},
        {"owners", testing::random_owners(domain, 3, 1)}};
    findings found;
    on_every_transport(3, [&](net::group& world) { go_through_all(world, all, all.front(), found); });
    CHECK(found.first() == "");
}

TEST_CASE("distributed array: cells that stay are copied in several parts, and the last part is shorter") {
    // Rank 0 keeps 250 rows of 701 items, 1.3 MiB: a part has at most 186 whole rows.
    const grid domain(1000, 701);
    const std::vector<testing::named_partition> all{
        {"many rows first", make_partition("contiguous_row", domain, speeds{3, 1})},
        {"few rows first", make_partition("contiguous_row", domain, speeds{1, 3})},
        {"columns", make_partition("contiguous_column", domain, speeds{3, 1})}};
    findings found;
    net::run_threads(2, [&](net::group& world) { go_through_all(world, all, all.front(), found); });
    CHECK(found.first() == "");
}

}  // namespace redistribution_test
