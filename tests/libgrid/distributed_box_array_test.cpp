// Distributed box arrays on ranks that are threads, compared with one array in the memory of one process.
#include "banyan/grid/distributed_box_array.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <map>

#include "banyan/grid/box_redistribution.hpp"
#include "banyan/net/thread_world.hpp"
#include "banyan/part/box_methods.hpp"
#include "banyan/part/error.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libgrid/box_program.hpp"

namespace distributed_box_array_test {

using namespace banyan::part;
using namespace banyan::grid;
namespace net = banyan::net;
namespace testing = banyan::testing;
using testing::findings;
using namespace banyan::testing::box_program;

namespace {

std::vector<std::uint64_t> distributed(const net::group& world, const box_partition& parts, box_stencil pattern,
                                       int iterations) {
    const auto layout = std::make_shared<const box_halo_layout>(parts, world.rank().value, pattern);
    array now(world, layout, beyond_the_edges, limit), next(world, layout, beyond_the_edges, limit);
    const net::rank root{world.size() - 1};
    now.scatter(world.rank() == root ? first_values(parts.domain()) : std::vector<std::uint64_t>(), root, limit);
    const auto offsets = offsets_of(pattern);
    for (int i = 0; i < iterations; ++i, std::swap(now, next)) {
        now.start_exchange();
        compute(now, next, offsets, layout->inner());
        (void)now.test_exchange();
        now.finish_exchange(limit);
        compute(now, next, offsets, layout->edge());
    }
    return now.gather(net::rank{0}, limit);
}

std::string first_wrong(const grid_3d& domain, int processors, net::transport_kind kind) {
    constexpr int iterations = 5;
    return testing::box_program::first_wrong(
        domain, processors, iterations, std::array{"bisection", "best"}, kind,
        [](const net::group& world, const box_partition& parts, box_stencil pattern) {
            return distributed(world, parts, pattern, iterations);
        });
}

}  // namespace

TEST_CASE("box array: 1 to 9 ranks compute the values of one array, with 7 and 27 points, each axis periodic or open") {
    const auto sides = GENERATE(triple{5, 6, 7}, triple{1, 9, 4}, triple{9, 1, 1}, triple{3, 3, 3});
    const int axes = GENERATE(0, 1, 2, 4, 7);
    const int processors =
        GENERATE_COPY(from_range(testing::sampled(static_cast<std::size_t>(axes), std::vector{1, 2, 3, 5, 8, 9})));
    INFO(sides[0] << " x " << sides[1] << " x " << sides[2] << ", axes " << axes << ", " << processors);
    const grid_3d domain(sides, {(axes & 1) != 0, (axes & 2) != 0, (axes & 4) != 0});
    CHECK(first_wrong(domain, processors, net::transport_kind::in_process) == "");
}

TEST_CASE("box array: the same over every transport, also beyond the eager limit") {
    const auto kind = testing::any_transport();
    CHECK(first_wrong(grid_3d({6, 7, 8}), 4, kind) == "");
    if (!testing::shortened()) CHECK(first_wrong(grid_3d({8, 60, 150}), 2, kind) == "");
}

TEST_CASE("box array: items of type bool are gathered") {
    const auto parts = make_box_partition("best", grid_3d({3, 4, 5}), unequal_speeds(2));
    findings found;
    net::run_threads(2, [&](net::group& world) {
        distributed_box_array<bool> a(world, parts, box_stencil::seven_points, false, limit);
        const bool mine = world.rank().value == 1;
        each_cell(a.layout().owned().first, a.layout().owned().sides,
                  [&](const triple& cell) { a(cell[0], cell[1], cell[2]) = mine; });
        const std::vector<bool> all = a.gather(net::rank{0}, limit);
        const auto expected = world.rank().value == 0 ? parts.of(1).cells() : 0;
        found.expect(std::ranges::count(all, true) == expected, "the cells of rank 1");
    });
    CHECK(found.first() == "");
}

TEST_CASE("box halo layout: one message for each neighbour with the items of the exact communication") {
    const grid_3d domain({7, 6, 8}, {true, false, true});
    for (const int processors : {1, 2, 6, 9})
        for (const auto pattern : {box_stencil::seven_points, box_stencil::all_27_points}) {
            const auto parts = make_box_partition("best", domain, unequal_speeds(processors));
            std::vector<box_transfer> sent, received;
            for (int m = 0; m < processors; ++m) {
                const box_halo_layout layout(parts, m, pattern);
                for (const box_message& message : layout.sends())
                    sent.push_back({m, message.peer, message.items});
                for (const box_message& message : layout.receives())
                    received.push_back({message.peer, m, message.items});
            }
            std::ranges::sort(received);
            CHECK(sent == exact_box_communication(parts, pattern));
            CHECK(received == sent);
        }
}

TEST_CASE("box halo layout: the own region contains exactly the cells of the processor") {
    const grid_3d domain({5, 6, 4});
    const auto parts = make_box_partition("best", domain, unequal_speeds(3));
    for (int m = 0; m < 3; ++m) {
        const box_halo_layout layout(parts, m, box_stencil::seven_points);
        std::int64_t wrong = 0, stored = 0;
        each_cell({-2, -2, -2}, {9, 10, 8}, [&](const triple& cell) {
            bool inside = true;
            for (int a = 0; a < 3; ++a) {
                const auto x = cell[static_cast<std::size_t>(a)];
                inside = inside && x >= 0 && x < domain.side(a);
            }
            wrong += layout.owned().contains(cell) != (inside && parts.owner(cell) == m) ? 1 : 0;
            stored += layout.storage().contains(cell) ? 1 : 0;
        });
        CHECK(wrong == 0);
        CHECK(stored == layout.items());
    }
}

TEST_CASE("box halo layout: inner cells read no cell of another processor, and with the edge they are the own cells") {
    const int axes = GENERATE(0, 3, 4, 7);
    const int processors = GENERATE(1, 2, 3, 8);
    const grid_3d domain({5, 6, 4}, {(axes & 1) != 0, (axes & 2) != 0, (axes & 4) != 0});
    const auto parts = make_box_partition("best", domain, unequal_speeds(processors));
    for (const auto pattern : {box_stencil::seven_points, box_stencil::all_27_points})
        for (int m = 0; m < processors; ++m) {
            const box_halo_layout layout(parts, m, pattern);
            std::map<triple, int> seen;
            std::int64_t elsewhere = 0;
            for (const box_region& r : layout.inner())
                each_cell(r.first, r.sides, [&](const triple& cell) {
                    ++seen[cell];
                    for (const triple& d : offsets_of(pattern)) {
                        triple read = cell;
                        bool inside = true;
                        for (int a = 0; a < 3; ++a) {
                            auto& x = read[static_cast<std::size_t>(a)];
                            x += d[static_cast<std::size_t>(a)];
                            if (domain.periodic(a)) x = wrap(x, domain.side(a));
                            inside = inside && x >= 0 && x < domain.side(a);
                        }
                        elsewhere += inside && parts.owner(read) != m;
                    }
                });
            CHECK(elsewhere == 0);
            for (const box_region& r : layout.edge())
                each_cell(r.first, r.sides, [&](const triple& cell) { ++seen[cell]; });
            CHECK(static_cast<std::int64_t>(seen.size()) == parts.of(m).cells());
            for (const auto& [cell, times] : seen)
                if (times != 1 || !parts.of(m).contains(cell)) CHECK(times == 0);
        }
}

namespace {

/// The values after some iterations with a change of the partition between any two of them.
std::vector<std::uint64_t> redistributed_often(const net::group& world, std::span<const box_partition> all,
                                               box_stencil pattern, int iterations) {
    const auto layout_of = [&](int i) {
        return std::make_shared<const box_halo_layout>(all[static_cast<std::size_t>(i) % all.size()],
                                                       world.rank().value, pattern);
    };
    auto layout = layout_of(0);
    array now(world, layout, beyond_the_edges, limit);
    now.scatter(world.rank().value == 0 ? first_values(all[0].domain()) : std::vector<std::uint64_t>(), net::rank{0},
                limit);
    const auto offsets = offsets_of(pattern);
    for (int i = 0; i < iterations; ++i) {
        now.exchange(limit);
        array next(world, layout, beyond_the_edges, limit);
        compute(now, next, offsets, layout->inner());
        compute(now, next, offsets, layout->edge());
        layout = layout_of(i + 1);
        now = next.redistributed(layout, beyond_the_edges, limit);
    }
    return now.gather(net::rank{0}, limit);
}

speeds other_speeds(int processors, int step) {
    std::vector<double> values;
    for (int m = 0; m < processors; ++m)
        values.push_back(1 + (m * step + 1) % 5);
    return speeds(values);
}

}  // namespace

TEST_CASE("box array: an array that changes its partition in every iteration computes the values of one array") {
    const auto sides = GENERATE(triple{5, 6, 7}, triple{1, 9, 4}, triple{9, 1, 1});
    const int processors = GENERATE(1, 2, 5, 9);
    const auto kind = processors == 5 ? testing::any_transport() : net::transport_kind::in_process;
    const grid_3d domain(sides, {true, false, true});
    const std::vector all{make_box_partition("best", domain, unequal_speeds(processors)),
                          make_box_partition("bisection", domain, other_speeds(processors, 3)),
                          make_box_partition("best", domain, other_speeds(processors, 2))};
    findings found;
    net::run_threads(
        processors,
        [&](net::group& world) {
            for (const auto pattern : {box_stencil::seven_points, box_stencil::all_27_points}) {
                const auto result = redistributed_often(world, all, pattern, 4);
                found.expect(world.rank().value != 0 || result == serial(domain, pattern, 4),
                             [&] { return "pattern " + std::to_string(static_cast<int>(pattern)); });
            }
        },
        kind);
    INFO(sides[0] << " x " << sides[1] << " x " << sides[2] << ", " << processors);
    CHECK(found.first() == "");
}

TEST_CASE("box redistribution: exactly the cells whose owner changes are sent, each once, and both ends agree") {
    for (const triple sides : {triple{6, 7, 8}, triple{1, 12, 3}, triple{10, 1, 1}})
        for (const int processors : {1, 2, 6, 9}) {
            const grid_3d domain(sides);
            const auto from = make_box_partition("best", domain, unequal_speeds(processors));
            const auto to = make_box_partition("bisection", domain, other_speeds(processors, 3));
            std::map<triple, std::pair<int, int>> moved;
            std::vector<box_transfer> sent, received;
            std::int64_t kept = 0;
            for (int m = 0; m < processors; ++m) {
                const box_redistribution change(from, to, m);
                kept += change.kept().cells();
                for (const box_message& message : change.sends()) {
                    sent.push_back({m, message.peer, message.items});
                    for (const box_region& r : message.regions)
                        each_cell(r.first, r.sides, [&](const triple& cell) {
                            CHECK(moved.emplace(cell, std::pair(m, message.peer)).second);
                        });
                }
                for (const box_message& message : change.receives())
                    received.push_back({message.peer, m, message.items});
            }
            std::ranges::sort(received);
            CHECK(sent == received);
            CHECK(kept + static_cast<std::int64_t>(moved.size()) == domain.cells());
            for (const auto& [cell, ends] : moved)
                CHECK((from.owner(cell) == ends.first && to.owner(cell) == ends.second && ends.first != ends.second));
        }
}

TEST_CASE("box array: wrong groups, lengths and processors are refused") {
    const auto parts = make_box_partition("best", grid_3d({4, 4, 4}), speeds::equal(2));
    CHECK_THROWS_AS(box_halo_layout(parts, 2, box_stencil::seven_points), error);
    const auto three = make_box_partition("best", grid_3d({4, 4, 4}), speeds::equal(3));
    CHECK_THROWS_WITH(box_redistribution(parts, three, 0),
                      "redistribution: the partitions have different numbers of processors: 2 and 3");
    net::run_threads(1, [&](net::group& world) {
        CHECK_THROWS_AS(array(world, parts, box_stencil::seven_points), error);
        const auto alone = make_box_partition("best", grid_3d({4, 4, 4}), speeds::equal(1));
        array all(world, alone, box_stencil::seven_points);
        const std::vector<std::uint64_t> few(63);
        CHECK_THROWS_WITH(all.scatter(few), "scatter: the root gave 63 items for a grid of 64 cells");
        const auto flat = make_box_partition("best", grid_3d({4, 16, 1}), speeds::equal(1));
        CHECK_THROWS_WITH(
            all.redistributed(std::make_shared<const box_halo_layout>(flat, 0, box_stencil::seven_points)),
            "redistribution: the partitions have different grids: 4 x 4 x 4 and 4 x 16 x 1");
    });
}

}  // namespace distributed_box_array_test
